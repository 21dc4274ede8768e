import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Between the last key and the change of the address, in milliseconds. */
const delay = 400;

const nothing = () => undefined;

/**
 * The text of a box that writes a query parameter of the address, trimmed and once the typing has stopped; a blank
 * text removes it. The box follows the address when that changes. `settle` may change the rest of the query with it
 * and must be the same function every time. While not `enabled` the box is on its own.
 */
export function useTypedParameter(
  name: string,
  enabled = true,
  settle: (query: URLSearchParams) => void = nothing,
): [text: string, setText: (text: string) => void] {
  const [query, setQuery] = useSearchParams();
  const shown = (enabled && query.get(name)) || '';
  const [text, setText] = useState(shown);
  /** What the box itself wrote into the address last. While the address follows, the typing may have gone on. */
  const written = useRef(shown);
  useEffect(() => {
    // Going back, or to another list, changes the address under the box.
    if (shown !== written.current) setText(shown);
    written.current = shown;
  }, [shown]);

  useEffect(() => {
    const wanted = text.trim();
    if (!enabled || wanted === shown) return;
    const timer = setTimeout(() => {
      written.current = wanted;
      setQuery(
        (query) => {
          if (wanted) query.set(name, wanted);
          else query.delete(name);
          settle(query);
          return query;
        },
        { replace: true },
      );
    }, delay);
    return () => clearTimeout(timer);
  }, [text, shown, name, enabled, settle, setQuery]);
  return [text, setText];
}
