/**
 * The drafts in this browser's storage: each is the unsent text of one form in one tab. Other users of this browser do
 * not see them.
 */
import { stripBase } from '../api/base';
import { newNonce } from './nonce';
import { site } from './site';
import { tryOrNull } from './tryOrNull';

/** The number of drafts to keep, of all users of this browser. The oldest ones go first. */
const MAX_DRAFTS = 100;

/** The length of all kept drafts, in characters. Browsers store 2.5 million and more. */
const MAX_TOTAL_LENGTH = 1_000_000;

/** Where a draft is written: the path of its page, and the title of that. */
export type Place = { path: string; title: string };

export type StoredDraft = {
  /** Its key in the storage. */
  key: string;
  /** What the storage holds. */
  json: string;
  /** The name of the form. */
  form: string;
  fields: Record<string, unknown>;
  /** The saved fields when it was started. */
  base: Record<string, unknown>;
  /** The time of the last change, in milliseconds. 0: unknown. */
  at: number;
  place: Place | null;
};

/** Stands between the name of a form and the id of a draft. No name contains it. */
const SEPARATOR = '\n';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function parse(key: string, json: string, form: string): StoredDraft | null {
  const stored = tryOrNull(() => JSON.parse(json) as unknown);
  if (!isRecord(stored) || 'sent' in stored) return null;
  const { base, at, place } = stored;
  return {
    key,
    json,
    form,
    // Drafts of earlier versions hold their fields directly.
    fields: isRecord(stored.fields) ? stored.fields : stored,
    base: isRecord(base) ? base : {},
    at: typeof at === 'number' ? at : 0,
    place: isRecord(place) ? (place as Place) : null,
  };
}

/** Returns the keys of this browser's drafts that begin like this, with what the storage holds. */
const entries = (start = 'draft '): [string, string][] =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(start))
    .map((key) => [key, localStorage.getItem(key) ?? '']);

/** Returns the drafts of a user, or those of one of their forms, newest first. */
export function readDrafts(userId: string, form?: string): StoredDraft[] {
  const prefix = `draft ${userId} `;
  const read = () =>
    entries(prefix + (form ?? '')).flatMap(([key, json]) => {
      const [name = ''] = key.slice(prefix.length).split(SEPARATOR);
      return form === undefined || name === form ? (parse(key, json, name) ?? []) : [];
    });
  return (tryOrNull(read) ?? []).toSorted((one, other) => other.at - one.at);
}

/** Returns the key of a new draft. */
export const newDraftKey = (userId: string, form: string): string => `draft ${userId} ${form}${SEPARATOR}${newNonce()}`;

/** Returns whether the storage still holds what was written to a key or read from it. */
export const isStored = ({ key, json }: { key: string; json: string }): boolean =>
  tryOrNull(() => localStorage.getItem(key)) === json;

/**
 * Stores a draft, and returns whether that worked. With `mayEvict`, the oldest other drafts go where there are too many
 * or the storage is full.
 */
export function writeDraft(key: string, json: string, mayEvict: boolean): boolean {
  const write = () => {
    if (json.length > MAX_TOTAL_LENGTH) return false;
    const others = entries().filter(([other]) => other !== key);
    let total = others.reduce((sum, [, { length }]) => sum + length, json.length);
    let oldestFirst: [string, string][] | undefined;
    const evict = () => {
      oldestFirst ??= others.toSorted((one, other) => timeOf(one) - timeOf(other));
      const oldest = oldestFirst.shift();
      if (!mayEvict || !oldest) return false;
      localStorage.removeItem(oldest[0]);
      total -= oldest[1].length;
      return true;
    };
    const count = () => (oldestFirst ?? others).length + 1;
    while ((count() > MAX_DRAFTS || total > MAX_TOTAL_LENGTH) && evict());
    while (tryOrNull(() => localStorage.setItem(key, json)) === null) if (!evict()) return false;
    return true;
  };
  return tryOrNull(write) ?? false;
}

const timeOf = ([key, json]: [string, string]): number => parse(key, json, '')?.at ?? 0;

/** Deletes a draft. */
export const removeDraft = (key: string): void => void tryOrNull(() => localStorage.removeItem(key));

/** Deletes a draft and tells the other tabs that its text was sent. */
export function removeSentDraft(key: string, fields: Record<string, string>): void {
  tryOrNull(() => localStorage.setItem(key, JSON.stringify({ sent: fields })));
  removeDraft(key);
}

/** Returns the fields that another tab has sent, if a changed entry of the storage says so. */
export function sentFields(json: string | null): Record<string, unknown> | null {
  const stored = tryOrNull(() => JSON.parse(json ?? 'null') as unknown);
  return isRecord(stored) && isRecord(stored.sent) ? stored.sent : null;
}

const ownKey = (userId: string, form: string) => `own draft ${userId} ${form}`;

/** Returns the key of the draft that this tab has written in a form. */
export const ownDraft = (userId: string, form: string): string | null =>
  tryOrNull(() => sessionStorage.getItem(ownKey(userId, form)));

/** Makes a draft that of this tab: the form opens with it. */
export const takeDraft = (userId: string, form: string, key: string): void =>
  void tryOrNull(() => sessionStorage.setItem(ownKey(userId, form), key));

/** Returns where the user is. */
export const currentPlace = (): Place => ({
  path: stripBase(location.pathname) + location.search,
  title: document.title.replace(/^\(\d+\) /, '').replace(` · ${site.title}`, ''),
});

/** Returns what is new in a draft, without what only came with the form. */
export const newText = ({ fields, base }: Pick<StoredDraft, 'fields' | 'base'>): string =>
  Object.entries(fields)
    .flatMap(([name, text]) => (typeof text === 'string' && text.trim() && text !== base[name] ? [text] : []))
    .join('\n');
