/** Formulas and code, whose libraries are large and loaded only for texts that need them. */
type Paint = (element: Element, room: number) => void;

type Part = { selector: string; load: () => Promise<Paint>; paint?: Paint };

const PARTS: Part[] = [
  { selector: '.math', load: async () => (await import('./math')).drawFormula },
  { selector: 'pre > code[class]', load: async () => (await import('./highlight')).highlight },
];

/** How many nodes are made for one text, which the browser lays out in one go; the rest of it shows its source. */
const NODES = 15_000;

/** How many milliseconds are spent in a row before the browser may do something else. */
const SLICE = 30;

let spent = 0;

/** Draws the formulas and colours the code of some nodes: null if that is done, otherwise the promise of it. */
export function paint(nodes: DocumentFragment): Promise<void> | null {
  const jobs = PARTS.flatMap((part) =>
    [...nodes.querySelectorAll(part.selector)].map((element) => ({ part, element })),
  );
  let room = NODES;
  let isDone = false;
  // It runs at once up to its first wait.
  const painting = (async () => {
    for (const { part, element } of jobs) {
      part.paint ??= await part.load();
      while (spent > SLICE) await nextTask();
      paintTimed(part.paint, element, room);
      room -= element.getElementsByTagName('*').length;
      if (room <= 0) break;
    }
    isDone = true;
  })();
  return isDone ? null : painting;
}

function paintTimed(paint: Paint, element: Element, room: number): void {
  if (spent === 0) nextTask().then(resetSpent);
  const start = performance.now();
  paint(element, room);
  spent += performance.now() - start;
}

function resetSpent(): void {
  spent = 0;
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
