import { useCallback, useEffect, useRef, useState } from 'react';
import { attempt } from './attempt';
import { useUser } from './session';

/** What the fields of a form say. */
type Fields = Record<string, string>;

/** How long after the last key a draft is stored, in milliseconds. */
const delay = 500;

/** The fields that were stored, as far as the form has them; null if there is nothing of use. */
function read<T extends Fields>(key: string, fields: T): T | null {
  const stored: unknown = attempt(() => JSON.parse(localStorage.getItem(key) ?? 'null'));
  if (typeof stored !== 'object' || stored === null) return null;
  const known = Object.entries(stored).filter(([name, text]) => name in fields && typeof text === 'string');
  const draft: T = { ...fields, ...Object.fromEntries(known) };
  return isSame(draft, fields) ? null : draft;
}

const isSame = (one: Fields, other: Fields) => Object.keys(one).every((name) => one[name] === other[name]);

export type Draft<T extends Fields> = {
  fields: T;
  change: (fields: Partial<T>) => void;
  /** Whether the form began with what was stored. */
  isRestored: boolean;
  /** Begins again with the form's own fields, unless they say something else than `sent` by now. */
  discard(sent?: T): void;
  /** Forgets what is stored, once it is posted. */
  finish: () => void;
};

/**
 * The fields of a form, kept in this browser until they are posted: they survive a reload, a lost session and a change
 * of mind. Each user has drafts of his own, one for each `form`; nobody else who logs in here is shown them.
 *
 * Of two tabs with the same form the one that changed last is kept. A tab in which nobody types stores nothing, and one
 * that posts or discards removes only what it stored or read itself. Where nothing can be stored the form works all the same.
 */
export function useDraft<T extends Fields>(form: string, empty: T): Draft<T> {
  const key = `draft ${useUser()._id} ${form}`;
  const [initial] = useState(empty);
  const [restored] = useState(() => read(key, initial));
  const [fields, setFields] = useState(restored ?? initial);
  const [isRestored, setRestored] = useState(restored !== null);

  /** What the fields say, for those who ask after the last rendering. */
  const latest = useRef(fields);
  /** What was last stored or read here. */
  const settled = useRef(fields);
  const isFinished = useRef(false);

  const forget = useCallback(() => {
    attempt(() => {
      const stored = read(key, initial);
      if (!stored || isSame(stored, settled.current)) localStorage.removeItem(key);
    });
  }, [key, initial]);

  const store = useCallback(() => {
    if (isFinished.current || isSame(latest.current, settled.current)) return;
    if (isSame(latest.current, initial)) forget();
    else attempt(() => localStorage.setItem(key, JSON.stringify(latest.current)));
    settled.current = latest.current;
  }, [key, initial, forget]);

  useEffect(() => {
    latest.current = fields;
    const timer = setTimeout(store, delay);
    return () => clearTimeout(timer);
  }, [fields, store]);
  useEffect(() => {
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('pagehide', store);
      store();
    };
  }, [store]);

  return {
    fields,
    change: (changed) => setFields((fields) => ({ ...fields, ...changed })),
    isRestored,
    discard: (sent) => {
      if (sent && !isSame(latest.current, sent)) return;
      store();
      forget();
      // The form may go before it is drawn again.
      settled.current = latest.current = initial;
      setFields(initial);
      setRestored(false);
    },
    finish: () => {
      store();
      forget();
      isFinished.current = true;
    },
  };
}
