import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { findFormulas, sourceOf } from '../lib/formula';
import { MarkedText } from './Highlight';
import { enhance } from './markdown/enhance';

/** The number of formulas to draw in one title. */
const MAX_FORMULAS = 10;

/** Shows a title with its formulas. Its parts are alternately unmarked and marked. */
export function TitleText({ parts }: { parts: readonly string[] }) {
  const title = parts.join('');
  const formulas = title.includes('$') ? findFormulas(title).slice(0, MAX_FORMULAS) : [];
  if (!formulas.length) return <MarkedText parts={parts} />;
  const shown: ReactNode[] = [];
  let done = 0;
  for (const { start, end } of formulas) {
    const raw = title.slice(start, end);
    const formula = (
      <span className="math" role="math" aria-label={sourceOf(raw)}>
        {raw}
      </span>
    );
    const isMarked = slice(parts, start, end).some((part, index) => index % 2 && part);
    shown.push(
      <Fragment key={start}>
        <MarkedText parts={slice(parts, done, start)} />
        {isMarked ? <mark>{formula}</mark> : formula}
      </Fragment>,
    );
    done = end;
  }
  // Drawing replaces the text of formulas: other parts are shown by new elements.
  return (
    <Drawn key={parts.join('\0')}>
      {shown}
      <MarkedText parts={slice(parts, done, title.length)} />
    </Drawn>
  );
}

/** Returns the parts of a range of a text, in the same alternation. */
function slice(parts: readonly string[], start: number, end: number): string[] {
  let offset = 0;
  return parts.map((part) => {
    const from = offset;
    offset += part.length;
    return part.slice(Math.max(0, start - from), Math.max(0, end - from));
  });
}

function Drawn({ children }: { children: ReactNode }) {
  const root = useRef<HTMLSpanElement>(null);
  const [isPending, setPending] = useState(true);
  useLayoutEffect(() => {
    const pending = root.current && enhance(root.current);
    // Without KaTeX, the sources are shown.
    if (pending) void pending.catch(() => undefined).then(() => setPending(false));
    else setPending(false);
  }, []);
  return (
    <span ref={root} className={`title-formulas ${isPending ? 'pending' : ''}`}>
      {children}
    </span>
  );
}
