import { useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'react';
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
};

/**
 * Renders Markdown with formulas and highlighted code. Shows the source until the parser is loaded
 * and for texts that the parser rejects.
 */
export function Markdown({ text, className = '', isExcerpt = false, isInline = false }: Props) {
  const rendering = useRendering(text, isInline);
  return rendering?.nodes ? (
    <Nodes
      rendering={rendering}
      className={`markdown ${isInline ? 'markdown-source' : ''} ${className}`}
      isExcerpt={isExcerpt}
    />
  ) : (
    <div className={`markdown markdown-source ${className}`} dir="auto">
      {text}
    </div>
  );
}

function useRendering(text: string, isInline: boolean): Rendering | undefined {
  const [count, redraw] = useReducer((count: number) => count + 1, 0);
  // A page may show more than the cache holds.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another rendering has taken its place
  const rendering = useMemo(() => render(text, isInline), [text, isInline, count]);
  useEffect(() => {
    const pending = rendering ? rendering.pending : loadEngine();
    pending?.then(redraw, () => undefined);
  }, [rendering]);
  return rendering;
}

type NodesProps = { rendering: Rendering; className: string; isExcerpt: boolean };

function Nodes({ rendering, className, isExcerpt }: NodesProps) {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const nodes = rendering.nodes?.cloneNode(true) as DocumentFragment | undefined;
    if (nodes && !isExcerpt) addCopyButtons(nodes);
    root.current?.replaceChildren(nodes ?? '');
    if (!root.current?.querySelector('.katex')) return undefined;
    const fitting = import('./fitFormulas').then((module) => root.current && module.fitFormulas(root.current));
    return () => void fitting.then((stop) => stop?.());
  }, [rendering, isExcerpt]);
  return <div ref={root} className={className} dir="auto" />;
}
