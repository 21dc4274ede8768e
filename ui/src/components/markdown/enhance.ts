/** Formulas and code. Their libraries are large and load only for texts that need them. */
type Enhance = (element: Element, nodeBudget: number) => void;

/** Returns the function for the elements of one text. */
type Start = () => Enhance;

type Enhancer = { selector: string; load: () => Promise<Start>; start?: Start };

const ENHANCERS: Enhancer[] = [
  { selector: '.math', load: async () => (await import('./math')).startDrawing },
  {
    selector: 'pre > code[class]',
    load: async () => {
      const { highlightCode } = await import('./highlightCode');
      return () => highlightCode;
    },
  },
];

/** Matches formulas of chemistry, whose macros are another library. */
const CHEMISTRY = /\\(?:ce|pu)(?![a-z])/i;

let hasChemistry = false;

async function loadChemistry(): Promise<void> {
  await import('katex/contrib/mhchem');
  hasChemistry = true;
}

/**
 * The number of nodes to create for one text, because the browser lays them out at once. The rest
 * shows its source.
 */
const MAX_NODES = 15_000;

/** The time to work before the browser gets a turn, in milliseconds. */
const SLICE_MS = 30;

let spent = 0;

/**
 * Renders the formulas and highlights the code in some nodes. Returns null if that is done,
 * otherwise a promise.
 */
export function enhance(nodes: ParentNode): Promise<void> | null {
  const jobs = ENHANCERS.flatMap((part) =>
    [...nodes.querySelectorAll(part.selector)].map((element) => ({ part, element })),
  );
  let nodeBudget = MAX_NODES;
  const started = new Map<Enhancer, Enhance>();
  let isDone = false;
  // It runs synchronously up to its first await.
  const enhancing = (async () => {
    for (const { part, element } of jobs) {
      part.start ??= await part.load();
      if (!hasChemistry && CHEMISTRY.test(element.textContent)) await loadChemistry();
      while (spent > SLICE_MS) await nextTask();
      const enhance = started.get(part) ?? part.start();
      started.set(part, enhance);
      enhanceTimed(enhance, element, nodeBudget);
      nodeBudget -= element.getElementsByTagName('*').length;
      if (nodeBudget <= 0) break;
    }
    isDone = true;
  })();
  return isDone ? null : enhancing;
}

function enhanceTimed(enhance: Enhance, element: Element, nodeBudget: number): void {
  if (spent === 0) nextTask().then(resetSpent);
  const start = performance.now();
  enhance(element, nodeBudget);
  spent += performance.now() - start;
}

function resetSpent(): void {
  spent = 0;
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
