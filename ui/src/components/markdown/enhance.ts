/** Formulas and code. Their libraries are large and load only for texts that need them. */
type Enhance = (element: Element, nodeBudget: number) => void;

type Part = {
  /** Loads what an element needs. Returns null if it is loaded. */
  prepare: (element: Element) => Promise<void> | null;
  /** Returns the function for the elements of one text. */
  start: () => Enhance;
};

type Enhancer = { selector: string; load: () => Promise<Part>; part?: Part };

const ENHANCERS: Enhancer[] = [
  {
    selector: '.math',
    load: async () => ({ prepare: loadChemistry, start: (await import('./math')).startDrawing }),
  },
  {
    selector: 'pre > code[class]',
    load: async () => {
      const { highlightCode, loadLanguage } = await import('./highlightCode');
      return { prepare: loadLanguage, start: () => highlightCode };
    },
  },
];

/** Matches formulas of chemistry, whose macros are another library. */
const CHEMISTRY = /\\(?:ce|pu)(?![a-z])/i;

let hasChemistry = false;

function loadChemistry(formula: Element): Promise<void> | null {
  if (hasChemistry || !CHEMISTRY.test(formula.textContent)) return null;
  return import('katex/contrib/mhchem').then(() => {
    hasChemistry = true;
  });
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
  const jobs = ENHANCERS.flatMap((enhancer) =>
    [...nodes.querySelectorAll(enhancer.selector)].map((element) => ({ enhancer, element })),
  );
  let nodeBudget = MAX_NODES;
  const started = new Map<Part, Enhance>();
  let isDone = false;
  // It runs synchronously up to its first await.
  const enhancing = (async () => {
    for (const { enhancer, element } of jobs) {
      enhancer.part ??= await enhancer.load();
      const { part } = enhancer;
      const loading = part.prepare(element);
      if (loading) await loading;
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
