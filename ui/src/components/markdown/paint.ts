/** Formulas and code, whose libraries are large and loaded only for texts that need them. */
type Paint = (element: Element) => void;

type Part = { selector: string; limit: number; load: () => Promise<Paint>; paint?: Paint };

/** Formulas that are drawn in one text; the others show their source. */
const FORMULAS = 200;

const PARTS: Part[] = [
  { selector: '.math', limit: FORMULAS, load: async () => (await import('./math')).drawFormula },
  {
    selector: 'pre > code[class]',
    limit: Number.POSITIVE_INFINITY,
    load: async () => (await import('./highlight')).highlight,
  },
];

type Job = { part: Part; element: Element };

/** How many milliseconds are spent in a row before the browser may do something else. */
const SLICE = 30;

let spent = 0;

/** Draws the formulas and colours the code of some nodes: null if that is done, otherwise the promise of it. */
export function paint(nodes: DocumentFragment): Promise<void> | null {
  const jobs = PARTS.flatMap((part) =>
    [...nodes.querySelectorAll(part.selector)].slice(0, part.limit).map((element) => ({ part, element })),
  );
  return paintSlice(jobs, 0);
}

function paintSlice(jobs: Job[], from: number): Promise<void> | null {
  for (let index = from; index < jobs.length; index += 1) {
    const { part, element } = jobs[index] as Job;
    if (!part.paint) return load(part).then(() => paintSlice(jobs, index) ?? undefined);
    if (spent > SLICE) return nextTask().then(() => paintSlice(jobs, index) ?? undefined);
    if (spent === 0)
      nextTask().then(() => {
        spent = 0;
      });
    const start = performance.now();
    part.paint(element);
    spent += performance.now() - start;
  }
  return null;
}

async function load(part: Part): Promise<void> {
  part.paint = await part.load();
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
