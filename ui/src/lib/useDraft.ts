import { useCallback, useEffect, useRef, useState } from 'react';
import { useUser } from './session';
import { tryOrNull } from './tryOrNull';
import { withoutPlaceholders } from './uploading';

/** The texts of a form's fields. */
type Fields = Record<string, string>;

/** The delay between the last key and storing the draft, in milliseconds. */
const saveDelayMs = 500;

/** A stored draft: its fields, and the fields it was based on. Older drafts lack the latter. */
type Stored = { base?: unknown } | null;

/** Returns the fields of a form with the stored texts. Pictures whose uploads ended with the form are not in them. */
const mergeStored = <T extends Fields>(fields: T, stored: unknown): T => ({
  ...fields,
  ...Object.fromEntries(
    Object.entries(stored ?? {}).flatMap(([name, text]) =>
      name in fields && typeof text === 'string' ? [[name, withoutPlaceholders(text)]] : [],
    ),
  ),
});

/**
 * Returns the stored fields of the form and those they were based on; null if they contain nothing
 * new.
 */
function read<T extends Fields>(key: string, initial: T): { fields: T; base: T } | null {
  const stored = tryOrNull(() => JSON.parse(localStorage.getItem(key) ?? 'null') as Stored);
  const fields = mergeStored(initial, stored);
  return isSame(fields, initial) ? null : { fields, base: mergeStored(initial, stored?.base) };
}

const isSame = (one: Fields, other: Fields) => Object.keys(one).every((name) => one[name] === other[name]);

export type Draft<T extends Fields> = {
  fields: T;
  change: (fields: Partial<T>) => void;
  /**
   * The form's saved fields when this draft was started, possibly long before the form was opened.
   */
  base: T;
  /** Whether the form was opened with a stored draft. */
  isRestored: boolean;
  /** Resets the form to its current saved fields, unless its text differs from `sent` by now. */
  discard(sent?: T): void;
  /** Deletes the stored draft after it was posted. */
  finish: () => void;
};

/**
 * Stores the fields of a form in this browser until they are posted: they survive a reload, a lost
 * session and leaving the page. Drafts belong to a user and a `form`. Other users of this browser
 * do not see them.
 *
 * Of two tabs with the same form, the last change is stored. After it is posted or discarded, the
 * other tab stores its text when it is left. A tab without typing stores nothing, and a tab that
 * posts or discards deletes only what it stored or read itself. The form also works without
 * storage.
 */
export function useDraft<T extends Fields>(form: string, initial: T): Draft<T> {
  const key = `draft ${useUser()._id} ${form}`;
  const [restored] = useState(() => read(key, initial));
  const [base, setBegan] = useState(restored?.base ?? initial);
  const [fields, setFields] = useState(restored?.fields ?? initial);
  const [isRestored, setRestored] = useState(restored !== null);

  /** The current fields, for callbacks after the last rendering. */
  const latest = useRef(fields);
  /** The fields last stored or read here. */
  const lastSynced = useRef(fields);
  /** The draft last stored here, serialized, and whether another tab has overwritten it. */
  const lastWritten = useRef<string>(undefined);
  const isOverwritten = useRef(false);
  const isFinished = useRef(false);

  const forget = useCallback(() => {
    tryOrNull(() => {
      const stored = read(key, base);
      if (!stored || isSame(stored.fields, lastSynced.current)) localStorage.removeItem(key);
    });
  }, [key, base]);

  const store = useCallback(() => {
    const isSettled = isSame(latest.current, lastSynced.current);
    // The other tab's draft is posted or discarded: this one can be stored again.
    const isMissing = isOverwritten.current && tryOrNull(() => localStorage.getItem(key)) === null;
    if (isFinished.current || (isSettled && !isMissing)) return;
    if (isSame(latest.current, base)) forget();
    else {
      const draft = JSON.stringify({ ...latest.current, base });
      tryOrNull(() => localStorage.setItem(key, draft));
      lastWritten.current = draft;
      isOverwritten.current = false;
    }
    lastSynced.current = latest.current;
  }, [key, base, forget]);

  // A form with the same draft that this one replaces has stored its last words only now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form appears
  useEffect(() => {
    const late = read(key, initial);
    if (!late || isSame(late.fields, fields)) return;
    lastSynced.current = late.fields;
    setFields(late.fields);
    setBegan(late.base);
    setRestored(true);
  }, []);

  useEffect(() => {
    latest.current = fields;
    const timer = setTimeout(store, saveDelayMs);
    return () => clearTimeout(timer);
  }, [fields, store]);
  useEffect(() => {
    const onStorage = ({ key: changed, oldValue, newValue }: StorageEvent) => {
      // A mere removal means that another tab read the draft, and posted or discarded it.
      if (changed === key && newValue !== null && oldValue === lastWritten.current) isOverwritten.current = true;
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
    base,
    isRestored,
    discard: (sent) => {
      if (sent && !isSame(latest.current, sent)) return;
      store();
      forget();
      // The form may unmount before the next rendering.
      lastSynced.current = latest.current = initial;
      setFields(initial);
      setBegan(initial);
      setRestored(false);
    },
    finish: () => {
      store();
      forget();
      isFinished.current = true;
    },
  };
}
