import { startTransition, useEffect, useId, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { loadEngine, type Rendering, render } from './rendering';
import './markdown.css';

export type TextProps = {
  text: string;
  className?: string;
  /**
   * Whether only inline formatting applies: emphasis, code and links. Line breaks stay as they are
   * in the text.
   */
  isInline?: boolean;
  /** Whether mail addresses are links: in texts of the operator. */
  hasMail?: boolean | undefined;
  /** Runs with the nodes before the page shows them. */
  decorate?: ((nodes: DocumentFragment) => void) | undefined;
};

/**
 * Renders Markdown with formulas and highlighted code, for lists: code has no buttons, and pictures are links. Shows the
 * source only of texts that the parser rejects, and if it cannot be loaded. Until the parser and the formulas are there,
 * their place is empty.
 */
export function Excerpt({ text, className = '', isInline = false, hasMail, decorate }: TextProps) {
  const { rendering, isPending } = useRendering(text, isInline, hasMail);
  const name = `markdown ${/\S{500}/.test(text) ? 'has-long-word' : ''} ${className}`;
  return rendering?.nodes ? (
    <Nodes
      rendering={rendering}
      className={`${name} ${isInline ? 'markdown-source' : ''} ${isPending ? 'pending' : ''}`}
      decorate={decorate ?? (hasMail ? undefined : hideHeadings)}
    />
  ) : (
    <div className={`${name} markdown-source ${isPending ? 'invisible' : ''}`} dir="auto">
      {text}
    </div>
  );
}

/** In a list, the titles of its items are the headings: those within a text would skip levels. */
function hideHeadings(nodes: DocumentFragment): void {
  for (const heading of nodes.querySelectorAll('h3, h4, h5, h6')) heading.role = 'presentation';
}

/** Returns the rendering of a text, and whether something of it is yet to come. */
function useRendering(text: string, isInline: boolean, hasMail?: boolean) {
  const [count, redraw] = useReducer((count: number) => count + 1, 0);
  // A page may show more than the cache holds.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another rendering has taken its place
  const rendering = useMemo(() => render(text, isInline, hasMail), [text, isInline, hasMail, count]);
  const isPending = rendering?.pending !== null;
  /** The rendering whose rest cannot be loaded: null for that without the parser. */
  const [failed, setFailed] = useState<Rendering | null>();
  useEffect(() => {
    const pending = rendering ? rendering.pending : loadEngine();
    pending?.then(
      () => startTransition(redraw),
      () => setFailed(rendering ?? null),
    );
  }, [rendering]);
  return { rendering, isPending: isPending && failed !== (rendering ?? null) };
}

type NodesProps = Pick<TextProps, 'decorate'> & { rendering: Rendering; className: string };

/** Begins the ids of footnotes with a name, so that those of other texts on the page differ. */
function nameFootnotes(nodes: ParentNode, name: string): void {
  for (const place of nodes.querySelectorAll('.footnote[id], .footnotes > li')) place.id = `${name}-${place.id}`;
  for (const link of nodes.querySelectorAll<HTMLAnchorElement>('.footnote, .footnote-back'))
    link.setAttribute('href', `#${name}-${link.hash.slice(1)}`);
}

function Nodes({ rendering, className, decorate }: NodesProps) {
  const name = useId().replace(/\W/g, '');
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const nodes = rendering.nodes?.cloneNode(true) as DocumentFragment | undefined;
    if (nodes) nameFootnotes(nodes, name);
    if (nodes) decorate?.(nodes);
    root.current?.replaceChildren(nodes ?? '');
    if (!root.current?.querySelector('.katex')) return undefined;
    const fitting = import('./fitFormulas').then((module) => root.current && module.fitFormulas(root.current));
    return () => void fitting.then((stop) => stop?.());
  }, [rendering, decorate, name]);
  return <div ref={root} className={className} dir="auto" />;
}
