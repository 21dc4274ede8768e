import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { addCopyButtons } from './copyCode';
import { loadEngine, type Rendering, render } from './rendering';
import './markdown.css';

type Props = {
  text: string;
  className?: string;
  /** Whether the text is an excerpt: its code blocks have no buttons. */
  isExcerpt?: boolean;
  /**
   * Whether only inline formatting applies: emphasis, code and links. Line breaks stay as they are
   * in the text.
   */
  isInline?: boolean;
  /** Runs with the nodes before the page shows them. */
  decorate?: ((nodes: DocumentFragment) => void) | undefined;
};

/**
 * Renders Markdown with formulas and highlighted code. Shows the source only of texts that the parser rejects, and if
 * it cannot be loaded. Until the parser and the formulas are there, their place is empty.
 */
export function Markdown({ text, className = '', isExcerpt = false, isInline = false, decorate }: Props) {
  const { rendering, isPending } = useRendering(text, isInline);
  const name = `markdown ${/\S{500}/.test(text) ? 'has-long-word' : ''} ${className}`;
  return rendering?.nodes ? (
    <Nodes
      rendering={rendering}
      className={`${name} ${isInline ? 'markdown-source' : ''} ${isPending ? 'pending' : ''}`}
      isExcerpt={isExcerpt}
      decorate={decorate}
    />
  ) : (
    <div className={`${name} markdown-source ${isPending ? 'invisible' : ''}`} dir="auto">
      {text}
    </div>
  );
}

/** Returns the rendering of a text, and whether something of it is yet to come. */
function useRendering(text: string, isInline: boolean): { rendering: Rendering | undefined; isPending: boolean } {
  const [count, redraw] = useReducer((count: number) => count + 1, 0);
  // A page may show more than the cache holds.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another rendering has taken its place
  const rendering = useMemo(() => render(text, isInline), [text, isInline, count]);
  const isPending = rendering?.pending !== null;
  /** The rendering whose rest cannot be loaded: null for that without the parser. */
  const [failed, setFailed] = useState<Rendering | null>();
  useEffect(() => {
    const pending = rendering ? rendering.pending : loadEngine();
    pending?.then(redraw, () => setFailed(rendering ?? null));
  }, [rendering]);
  return { rendering, isPending: isPending && failed !== (rendering ?? null) };
}

type NodesProps = Pick<Props, 'decorate'> & { rendering: Rendering; className: string; isExcerpt: boolean };

function Nodes({ rendering, className, isExcerpt, decorate }: NodesProps) {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const nodes = rendering.nodes?.cloneNode(true) as DocumentFragment | undefined;
    if (nodes && !isExcerpt) addCopyButtons(nodes);
    if (nodes) decorate?.(nodes);
    root.current?.replaceChildren(nodes ?? '');
    if (!root.current?.querySelector('.katex')) return undefined;
    const fitting = import('./fitFormulas').then((module) => root.current && module.fitFormulas(root.current));
    return () => void fitting.then((stop) => stop?.());
  }, [rendering, isExcerpt, decorate]);
  return <div ref={root} className={className} dir="auto" />;
}
