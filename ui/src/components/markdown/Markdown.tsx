import { useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { loadEngine, type Rendering, render } from './rendering';
import './markdown.css';

type Props = { text: string; className?: string };

/** Markdown with formulas and coloured code. Until its parser is loaded, and for texts it refuses, the source shows. */
export function Markdown({ text, className = '' }: Props) {
  const rendering = useRendering(text);
  return rendering?.nodes ? (
    <Nodes rendering={rendering} className={`markdown ${className}`} />
  ) : (
    <div className={`markdown markdown-source ${className}`}>{text}</div>
  );
}

function useRendering(text: string): Rendering | undefined {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const rendering = render(text);
  useEffect(() => {
    let isCurrent = true;
    const pending = rendering ? rendering.pending : loadEngine();
    pending?.then(
      () => isCurrent && redraw(),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [rendering]);
  return rendering;
}

function Nodes({ rendering, className }: { rendering: Rendering; className: string }) {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    root.current?.replaceChildren(rendering.nodes?.cloneNode(true) ?? '');
  }, [rendering]);
  return <div ref={root} className={className} />;
}
