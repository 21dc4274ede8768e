/** Renders each text once. A small cache holds the texts that lists show repeatedly. */
import { drawnNodes } from './drawn';
import { enhance } from './enhance';

type Engine = typeof import('./engine');

/** A text as nodes to clone; null if the source is to be shown. */
export type Rendering = {
  readonly nodes: DocumentFragment | null;
  /** Resolves when the nodes have changed and a new rendering replaces this one. */
  readonly pending: Promise<void> | null;
};

/** The size of the cache, in characters of its texts. */
const CACHE_LENGTH = 300_000;

const cache = new Map<string, Rendering>();
let cached = 0;

let engine: Engine | undefined;
let loading: Promise<void> | undefined;

/** Loads the parser. Pages may call this while they wait for a text. */
export function loadEngine(): Promise<void> {
  loading ??= import('./engine').then(
    (module) => {
      engine = module;
    },
    (error) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** Loads what some texts need that a page is about to show: the parser, unless the server has drawn them. */
export async function loadFor(texts: string[]): Promise<void> {
  if (!texts.every((text) => render(text))) await loadEngine();
}

/** Renders a text that a page is about to show, with its formulas. */
export async function prepare(text: string): Promise<void> {
  await loadFor([text]);
  await render(text)?.pending;
}

/**
 * Returns the rendering of a text, with links to mail addresses if asked; undefined until the engine is loaded, unless
 * the server has drawn it into this page.
 */
export function render(text: string, isInline = false, hasMail = false): Rendering | undefined {
  const key = `${isInline} ${hasMail} ${text}`;
  const known = cache.get(key);
  // A map keeps the order of insertion: the most recently used entry moves to the end.
  if (known) return remember(key, known);
  const nodes = engine ? engine.parse(text, isInline, hasMail) : isInline || hasMail ? undefined : drawnNodes(text);
  if (nodes === undefined) return undefined;
  const enhancing = nodes ? enhance(nodes) : null;
  const pending = enhancing?.then(() => void remember(key, { nodes, pending: null }));
  // The text stays as it is. The next component that shows it tries again.
  pending?.catch(() => forget(key));
  return remember(key, { nodes, pending: pending ?? null });
}

function remember(key: string, rendering: Rendering): Rendering {
  forget(key);
  cache.set(key, rendering);
  cached += key.length;
  for (const oldest of cache.keys()) {
    if (cached <= CACHE_LENGTH || oldest === key) break;
    forget(oldest);
  }
  return rendering;
}

function forget(key: string): void {
  if (cache.delete(key)) cached -= key.length;
}
