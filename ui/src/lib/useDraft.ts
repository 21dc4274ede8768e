import { useCallback, useEffect, useRef, useState } from 'react';
import {
  currentPlace,
  isStored,
  newDraftKey,
  ownDraft,
  type Place,
  readDrafts,
  removeDraft,
  removeSentDraft,
  type StoredDraft,
  sentFields,
  takeDraft,
  writeDraft,
} from './drafts';
import { useUser } from './session';
import { withoutPlaceholders } from './uploading';

/** The texts of a form's fields. */
type Fields = Record<string, string>;

/** The delay between the last key and storing the draft, in milliseconds. */
const saveDelayMs = 500;

/** Returns the fields of a form with the stored texts. Pictures whose uploads ended with the form are not in them. */
const mergeStored = <T extends Fields>(fields: T, stored: Record<string, unknown>): T => ({
  ...fields,
  ...Object.fromEntries(
    Object.entries(stored).flatMap(([name, text]) =>
      name in fields && typeof text === 'string' ? [[name, withoutPlaceholders(text)]] : [],
    ),
  ),
});

const isSame = (one: Fields, other: Fields) => Object.keys(one).every((name) => one[name] === other[name]);

/** A stored draft of a form. */
export type FormDraft<T extends Fields> = Omit<StoredDraft, 'fields' | 'base'> & { fields: T; base: T };

/** Returns the drafts of a form that contain something new: first that of this tab, then the others, newest first. */
function read<T extends Fields>(userId: string, form: string, initial: T): FormDraft<T>[] {
  const own = ownDraft(userId, form);
  return readDrafts(userId, form)
    .map((draft) => ({
      ...draft,
      fields: mergeStored(initial, draft.fields),
      base: mergeStored(initial, draft.base),
    }))
    .filter(({ fields }) => !isSame(fields, initial))
    .toSorted((one, other) => Number(other.key === own) - Number(one.key === own));
}

export type Draft<T extends Fields> = {
  fields: T;
  change: (fields: Partial<T>) => void;
  /**
   * The form's saved fields when this draft was started, possibly long before the form was opened.
   */
  base: T;
  /** Whether the form was opened with a stored draft. */
  isRestored: boolean;
  /** Whether this browser cannot store the text: its storage is full or blocked. */
  isUnsaved: boolean;
  /** The other drafts of this form, newest first: other tabs wrote them. */
  others: FormDraft<T>[];
  /** Continues another draft, named by its key. The text of this one stays stored. */
  open: (key: string) => void;
  /** Resets the form to its current saved fields. */
  discard: () => void;
  /** The same after the text was sent, unless it differs from `sent` by now. */
  clear: (sent?: T) => void;
  /** Deletes the stored draft after it was sent. The form keeps its text until it goes. */
  finish: () => void;
};

/**
 * Stores the fields of a form in this browser until they are posted: they survive a reload, a lost
 * session and leaving the page. Drafts belong to a user and a `form`. Other users of this browser
 * do not see them.
 *
 * A form opens with the draft that its tab wrote there, else with the newest one. What it then writes
 * replaces that draft, unless another tab has changed it since. A tab whose draft another tab replaces or
 * discards stores its text again as a draft of its own, unless the other tab has sent that text. The
 * form also works without storage.
 */
export function useDraft<T extends Fields>(form: string, initial: T): Draft<T> {
  const { _id: userId } = useUser();
  const [[first, ...rest]] = useState(() => read(userId, form, initial));
  const [others, setOthers] = useState(rest);
  const [base, setBegan] = useState(first?.base ?? initial);
  const [fields, setFields] = useState(first?.fields ?? initial);
  const [isRestored, setRestored] = useState(first !== undefined);
  const [isUnsaved, setUnsaved] = useState(false);

  /** The stored draft that this form has read or written, and what it was then. */
  const slot = useRef<{ key: string; json: string } | undefined>(first);
  /** The current fields, for callbacks after the last rendering. */
  const latest = useRef(fields);
  /** The fields last stored or read here. */
  const lastSynced = useRef(fields);
  /** Whether this tab has written the text, when and where. */
  const isOwn = useRef(first !== undefined && first.key === ownDraft(userId, form));
  const typed = useRef<{ at: number; place: Place | null }>({ at: first?.at ?? 0, place: first?.place ?? null });
  const isFinished = useRef(false);

  const adopt = useCallback((draft: FormDraft<T>, isOwnDraft: boolean) => {
    slot.current = draft;
    isOwn.current = isOwnDraft;
    typed.current = { at: draft.at, place: draft.place };
    latest.current = lastSynced.current = draft.fields;
    setFields(draft.fields);
    setBegan(draft.base);
    setRestored(true);
    setUnsaved(false);
  }, []);

  /** Stores the text if it has changed, or if another tab has replaced it. */
  const store = useCallback(
    (mayEvict = true) => {
      const isHeld = slot.current !== undefined && isStored(slot.current);
      const isSettled = isSame(latest.current, lastSynced.current);
      if (isFinished.current || (isSettled && (isHeld || !isOwn.current))) return;
      const heldKey = isHeld ? slot.current?.key : undefined;
      if (isSame(latest.current, base)) {
        if (heldKey !== undefined) removeDraft(heldKey);
        slot.current = undefined;
      } else {
        const key = heldKey ?? newDraftKey(userId, form);
        const json = JSON.stringify({ fields: latest.current, base, ...typed.current });
        const isWritten = writeDraft(key, json, mayEvict);
        setUnsaved(!isWritten);
        // It is tried again with the next change, and when the page goes.
        if (!isWritten) return;
        slot.current = { key, json };
        takeDraft(userId, form, key);
      }
      lastSynced.current = latest.current;
    },
    [userId, form, base],
  );

  /** Deletes the stored draft, unless another tab has changed it since. */
  const forget = (isSent: boolean) => {
    if (slot.current && isStored(slot.current)) {
      if (isSent) removeSentDraft(slot.current.key, latest.current);
      else removeDraft(slot.current.key);
    }
    slot.current = undefined;
    isOwn.current = false;
  };

  const reset = (isSent: boolean) => {
    forget(isSent);
    // The form may unmount before the next rendering.
    lastSynced.current = latest.current = initial;
    setFields(initial);
    setBegan(initial);
    setRestored(false);
    setUnsaved(false);
  };

  // A form with the same draft that this one replaces has stored its last words only now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form appears
  useEffect(() => {
    const [late, ...rest] = read(userId, form, initial);
    if (!late || isSame(late.fields, fields)) return;
    adopt(late, late.key === ownDraft(userId, form));
    setOthers(rest);
  }, []);

  useEffect(() => {
    latest.current = fields;
    const timer = setTimeout(store, saveDelayMs);
    return () => clearTimeout(timer);
  }, [fields, store]);
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (!slot.current || key !== slot.current.key || newValue === slot.current.json) return;
      const sent = sentFields(newValue);
      if (sent && isSame(mergeStored(latest.current, sent), latest.current)) {
        slot.current = undefined;
        isOwn.current = false;
      }
      // Without evicting: two tabs with full storage would take each other's place without end.
      else store(false);
    };
    const onLeave = () => store();
    window.addEventListener('storage', onStorage);
    window.addEventListener('pagehide', onLeave);
    return () => {
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pagehide', onLeave);
      store();
    };
  }, [store]);

  return {
    fields,
    change: (changed) => {
      isOwn.current = true;
      typed.current = { at: Date.now(), place: currentPlace() };
      setFields((fields) => ({ ...fields, ...changed }));
    },
    base,
    isRestored,
    isUnsaved,
    others,
    open: (key) => {
      store();
      takeDraft(userId, form, key);
      const [opened, ...rest] = read(userId, form, initial);
      if (opened) adopt(opened, opened.key === key);
      setOthers(rest);
    },
    discard: () => reset(false),
    clear: (sent) => {
      if (!sent || isSame(latest.current, sent)) reset(true);
    },
    finish: () => {
      forget(true);
      isFinished.current = true;
    },
  };
}
