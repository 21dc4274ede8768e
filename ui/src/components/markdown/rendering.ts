/** Renders each text once: what lists show again and again comes from a small cache. */
import { paint } from './paint';

type Engine = typeof import('./engine');

/** A text as nodes to clone; null if it is to be shown as it was written. */
export type Rendering = {
  readonly nodes: DocumentFragment | null;
  /** Resolves when the nodes have changed, and another rendering has taken this one's place. */
  readonly pending: Promise<void> | null;
};

/** The cache holds renderings of texts with about this many characters in all. */
const CACHE_LENGTH = 300_000;

const cache = new Map<string, Rendering>();
let cached = 0;

let engine: Engine | undefined;
let loading: Promise<void> | undefined;

/** Loads the parser. Pages that will show Markdown may call this while they wait for the text. */
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

/** The rendering of a text; undefined until the engine is loaded. */
export function render(text: string, isInline = false): Rendering | undefined {
  if (!engine) return undefined;
  const key = isInline ? `inline ${text}` : text;
  const known = cache.get(key);
  // A map keeps the order of insertion: the one used last goes to the end.
  if (known) return remember(key, known);
  const nodes = engine.parse(text, isInline);
  const painting = nodes ? paint(nodes) : null;
  const pending = painting?.then(() => void remember(key, { nodes, pending: null }));
  // It stays as it is, and is tried again by the next one who shows it.
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
