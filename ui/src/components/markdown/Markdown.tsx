import { useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'react';
import type { Find } from '../../lib/marks';
import { Marked } from '../Marked';
import { addCopyButtons } from './copyCode';
import { mark } from './mark';
import { loadEngine, type Rendering, render } from './rendering';
import './markdown.css';

type Props = {
  text: string;
  className?: string;
  /** Marks what it finds. */
  find?: Find | undefined;
  /** Whether it is cut short, to look at rather than to work with: its code has no buttons. */
  isExcerpt?: boolean;
  /** Whether only what fits into a line is formatted: emphasis, code and links. Lines end where they do in the text. */
  isInline?: boolean;
};

/** Markdown with formulas and coloured code. Until its parser is loaded, and for texts it refuses, the source shows. */
export function Markdown({ text, className = '', find, isExcerpt = false, isInline = false }: Props) {
  const rendering = useRendering(text, isInline);
  return rendering?.nodes ? (
    <Nodes
      rendering={rendering}
      className={`markdown ${isInline ? 'markdown-source' : ''} ${className}`}
      find={find}
      isExcerpt={isExcerpt}
    />
  ) : (
    <div className={`markdown markdown-source ${className}`} dir="auto">
      <Marked text={text} find={find} />
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

type NodesProps = { rendering: Rendering; className: string } & Pick<Props, 'find' | 'isExcerpt'>;

function Nodes({ rendering, className, find, isExcerpt }: NodesProps) {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const nodes = rendering.nodes?.cloneNode(true) as DocumentFragment | undefined;
    if (nodes && !isExcerpt) addCopyButtons(nodes);
    if (nodes && find) mark(nodes, find);
    root.current?.replaceChildren(nodes ?? '');
  }, [rendering, find, isExcerpt]);
  return <div ref={root} className={className} dir="auto" />;
}
