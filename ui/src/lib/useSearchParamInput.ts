import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';

/** The delay between the last key and the change of the address, in milliseconds. */
const updateDelayMs = 400;

const nothing = () => undefined;

/** Marks an entry of the history that typing created. */
const typedState = 'typed';

/** Returns whether typing created an entry of the history, by its state. */
export const isTypedEntry = (state: unknown) => state === typedState;

/**
 * Returns the text of an input that sets a query parameter of the address, trimmed and after a
 * pause; a blank text removes the parameter. The input follows changes of the address, and drops
 * pending text when the page is left. `settle` may change the rest of the query and must be a
 * stable function. While not `enabled` the input is independent of the address.
 *
 * The first letters create an entry of the history and later ones change it: going back leads to
 * the page before the typing, and so does clearing the input.
 */
export function useSearchParamInput(
  name: string,
  enabled = true,
  settle: (query: URLSearchParams) => void = nothing,
): [text: string, setText: (text: string) => void] {
  const [query, setQuery] = useSearchParams();
  const shown = (enabled && query.get(name)) || '';
  const [text, setText] = useState(shown);
  /**
   * The value that the input itself wrote into the address. The typing may have continued
   * meanwhile.
   */
  const written = useRef<string | null>(null);
  const place = useLocation();
  const { state } = place;
  const navigate = useNavigate();
  const isReturn = useNavigationType() === 'POP';
  /** The last location of the input. */
  const last = useRef({ ...place, shown, href: '' });
  useEffect(() => {
    const isElsewhere = isReturn || place.pathname !== last.current.pathname || shown !== last.current.shown;
    if (isElsewhere && shown !== written.current) setText(shown);
    written.current = null;
    last.current = { ...place, shown, href: location.href };
  }, [place, shown, isReturn]);

  useEffect(() => {
    const trimmed = text.trim();
    if (!enabled || trimmed === shown) return;
    const timer = setTimeout(() => {
      // The user has left, and the next page still loads.
      if (location.href !== last.current.href) return;
      written.current = trimmed;
      if (!trimmed && isTypedEntry(state)) return void navigate(-1);
      setQuery(
        (query) => {
          if (trimmed) query.set(name, trimmed);
          else query.delete(name);
          settle(query);
          return query;
        },
        shown ? { replace: true, state } : { state: typedState },
      );
    }, updateDelayMs);
    return () => clearTimeout(timer);
  }, [text, shown, name, enabled, settle, state, navigate, setQuery]);
  return [text, setText];
}
