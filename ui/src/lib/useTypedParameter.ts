import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';

/** Between the last key and the change of the address, in milliseconds. */
const delay = 400;

const nothing = () => undefined;

/** Marks an entry of the history that began with what was typed on the entry before. */
const begun = 'typed';

/** Whether an entry of the history, by its state, began with what was typed on the page. */
export const isTyped = (state: unknown) => state === begun;

/**
 * The text of a box that writes a query parameter of the address, trimmed and once the typing has stopped; a blank
 * text removes it. The box follows the address when that changes, and forgets what was not yet written into it when the
 * page is left. `settle` may change the rest of the query with it and must be the same function every time. While not
 * `enabled` the box is on its own.
 *
 * The first letters begin an entry of the history and those after them change it: going back leads to the page as it was
 * before the typing, and so does emptying the box again.
 */
export function useTypedParameter(
  name: string,
  enabled = true,
  settle: (query: URLSearchParams) => void = nothing,
): [text: string, setText: (text: string) => void] {
  const [query, setQuery] = useSearchParams();
  const shown = (enabled && query.get(name)) || '';
  const [text, setText] = useState(shown);
  /** What the box itself wrote into the address. While the address follows, the typing may have gone on. */
  const written = useRef<string | null>(null);
  const place = useLocation();
  const { state } = place;
  const navigate = useNavigate();
  const isReturn = useNavigationType() === 'POP';
  /** Where the box was shown last. */
  const last = useRef({ ...place, shown, href: '' });
  useEffect(() => {
    const isElsewhere = isReturn || place.pathname !== last.current.pathname || shown !== last.current.shown;
    if (isElsewhere && shown !== written.current) setText(shown);
    written.current = null;
    last.current = { ...place, shown, href: location.href };
  }, [place, shown, isReturn]);

  useEffect(() => {
    const wanted = text.trim();
    if (!enabled || wanted === shown) return;
    const timer = setTimeout(() => {
      // Somebody has left, and the page that he goes to is still being loaded.
      if (location.href !== last.current.href) return;
      written.current = wanted;
      if (!wanted && isTyped(state)) return void navigate(-1);
      setQuery(
        (query) => {
          if (wanted) query.set(name, wanted);
          else query.delete(name);
          settle(query);
          return query;
        },
        shown ? { replace: true, state } : { state: begun },
      );
    }, delay);
    return () => clearTimeout(timer);
  }, [text, shown, name, enabled, settle, state, navigate, setQuery]);
  return [text, setText];
}
