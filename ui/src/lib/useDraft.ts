import { useCallback, useEffect, useRef, useState } from 'react';
import { attempt } from './attempt';
import { useUser } from './session';

/** What the fields of a form say. */
type Fields = Record<string, string>;

/** How long after the last key a draft is stored, in milliseconds. */
const delay = 500;

/** What is stored of a draft: its fields, and beside them, since some time, those that it began with. */
type Stored = { began?: unknown } | null;

/** The fields of a form, with the texts that were stored of them. */
const fill = <T extends Fields>(fields: T, stored: unknown): T => ({
  ...fields,
  ...Object.fromEntries(
    Object.entries(stored ?? {}).filter(([name, text]) => name in fields && typeof text === 'string'),
  ),
});

/** The fields that were stored, as far as the form has them, and those they began with; null if nothing is of use. */
function read<T extends Fields>(key: string, own: T): { fields: T; began: T } | null {
  const stored = attempt(() => JSON.parse(localStorage.getItem(key) ?? 'null') as Stored);
  const fields = fill(own, stored);
  return isSame(fields, own) ? null : { fields, began: fill(own, stored?.began) };
}

const isSame = (one: Fields, other: Fields) => Object.keys(one).every((name) => one[name] === other[name]);

export type Draft<T extends Fields> = {
  fields: T;
  change: (fields: Partial<T>) => void;
  /** The form's own fields when this draft was begun, which may have been long before the form was opened. */
  began: T;
  /** Whether the form began with what was stored. */
  isRestored: boolean;
  /** Begins again with the form's own fields as they are now, unless it says something else than `sent` by now. */
  discard(sent?: T): void;
  /** Forgets what is stored, once it is posted. */
  finish: () => void;
};

/**
 * The fields of a form, kept in this browser until they are posted: they survive a reload, a lost session and a change
 * of mind. Each user has drafts of his own, one for each `form`; nobody else who logs in here is shown them.
 *
 * Of two tabs with the same form the one that changed last is kept. Once it is posted or discarded, the other stores what
 * it says when it goes. A tab in which nobody types stores nothing, and one that posts or discards removes only what it
 * stored or read itself. Where nothing can be stored the form works all the same.
 */
export function useDraft<T extends Fields>(form: string, own: T): Draft<T> {
  const key = `draft ${useUser()._id} ${form}`;
  const [restored] = useState(() => read(key, own));
  const [began, setBegan] = useState(restored?.began ?? own);
  const [fields, setFields] = useState(restored?.fields ?? own);
  const [isRestored, setRestored] = useState(restored !== null);

  /** What the fields say, for those who ask after the last rendering. */
  const latest = useRef(fields);
  /** What was last stored or read here. */
  const settled = useRef(fields);
  /** What was last stored here, as it was stored, and whether another tab has put something else in its place. */
  const written = useRef<string>(undefined);
  const isReplaced = useRef(false);
  const isFinished = useRef(false);

  const forget = useCallback(() => {
    attempt(() => {
      const stored = read(key, began);
      if (!stored || isSame(stored.fields, settled.current)) localStorage.removeItem(key);
    });
  }, [key, began]);

  const store = useCallback(() => {
    const isSettled = isSame(latest.current, settled.current);
    // The other tab's is posted or discarded by now: there is room for this one again.
    const isMissing = isReplaced.current && attempt(() => localStorage.getItem(key)) === null;
    if (isFinished.current || (isSettled && !isMissing)) return;
    if (isSame(latest.current, began)) forget();
    else {
      const draft = JSON.stringify({ ...latest.current, began });
      attempt(() => localStorage.setItem(key, draft));
      written.current = draft;
      isReplaced.current = false;
    }
    settled.current = latest.current;
  }, [key, began, forget]);

  useEffect(() => {
    latest.current = fields;
    const timer = setTimeout(store, delay);
    return () => clearTimeout(timer);
  }, [fields, store]);
  useEffect(() => {
    const onStorage = ({ key: changed, oldValue, newValue }: StorageEvent) => {
      // If it is only removed, then another tab has read it, and posted or discarded it.
      if (changed === key && newValue !== null && oldValue === written.current) isReplaced.current = true;
    };
    window.addEventListener('storage', onStorage);
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pagehide', store);
      store();
    };
  }, [key, store]);

  return {
    fields,
    change: (changed) => setFields((fields) => ({ ...fields, ...changed })),
    began,
    isRestored,
    discard: (sent) => {
      if (sent && !isSame(latest.current, sent)) return;
      store();
      forget();
      // The form may go before it is drawn again.
      settled.current = latest.current = own;
      setFields(own);
      setBegan(own);
      setRestored(false);
    },
    finish: () => {
      store();
      forget();
      isFinished.current = true;
    },
  };
}
