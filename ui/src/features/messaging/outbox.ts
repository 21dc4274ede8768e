import { useSyncExternalStore } from 'react';
import { ApiError } from '../../api/client';
import type { Message } from '../../api/generated';
import { notYou } from '../../api/sentences';
import { onConnect } from '../../lib/connection';
import { newNonce } from '../../lib/nonce';
import type { CacheEditor } from '../../lib/useCacheEditor';
import { type Room, sendMessage } from './api';
import { arrived } from './cache';

/** A message that the server has not confirmed. */
export type Pending = {
  /** Its name: the server stores it once, however often it is sent. */
  nonce: string;
  /** The id of who wrote it, lest it is sent as whoever is signed in by then. Earlier versions stored none. */
  author?: string;
  room: Room;
  text: string;
  /** `sending`, `lost` if nothing was heard of it, or what the server said against it. */
  state: 'sending' | 'lost' | { refusal: string };
};

/** Nothing is heard of it after so many milliseconds: it is lost. */
const patience = 20_000;

let pending: readonly Pending[] = [];
let storageKey = '';
const listeners = new Set<() => void>();

function set(changed: readonly Pending[]) {
  pending = changed;
  if (storageKey)
    try {
      // Of this tab, so that each message is in one outbox; it survives a reload and a lost session.
      if (pending.length) sessionStorage.setItem(storageKey, JSON.stringify(pending));
      else sessionStorage.removeItem(storageKey);
    } catch {
      // Storage is full or forbidden: the outbox lasts as long as the page.
    }
  for (const listener of listeners) listener();
}

const change = (nonce: string, state: Pending['state']) =>
  set(pending.map((each) => (each.nonce === nonce ? { ...each, state } : each)));

/** Takes a message out: it was stored, or its author has thought better of it. */
export const discard = (nonce: string) => set(pending.filter((each) => each.nonce !== nonce));

const find = (nonce: string) => pending.find((each) => each.nonce === nonce);

/** One call after the other, so that messages are stored in the order in which they were written. */
let calls: Promise<void> = Promise.resolve();

const timeout = () => new Promise<never>((_, reject) => setTimeout(reject, patience, new Error('No answer')));

async function deliver(edit: CacheEditor, nonce: string) {
  const message = find(nonce);
  if (!message) return;
  try {
    const { author, room, text } = message;
    const stored = await Promise.race([sendMessage(room, { msg: text, msgFrom: author, nonce }), timeout()]);
    arrived(edit, room, stored);
    discard(nonce);
  } catch (error) {
    console.error(error);
    // Without a session, or in another user's, nothing is said against the message: it waits for its author.
    const isRefusal = error instanceof ApiError && error.status !== 401 && error.message !== notYou;
    change(nonce, isRefusal ? { refusal: error.message } : 'lost');
  }
}

/** Sends a message that waits, again if need be. */
export function retry(edit: CacheEditor, nonce: string) {
  change(nonce, 'sending');
  calls = calls.then(() => deliver(edit, nonce));
}

/** Sends a message, which shows at once. */
export function send(edit: CacheEditor, message: { author: string; room: Room; text: string }) {
  const nonce = newNonce();
  set([...pending, { ...message, nonce, state: 'sending' }]);
  retry(edit, nonce);
}

/** Forgets what has arrived, although perhaps nothing was heard of it. */
export function settle(messages: Message[]) {
  if (pending.length === 0) return;
  const nonces = new Set(messages.map(({ nonce }) => nonce));
  const left = pending.filter(({ nonce }) => !nonces.has(nonce));
  if (left.length < pending.length) set(left);
}

function restored(): Pending[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as Pending[];
    return stored.map((each) => (each.state === 'sending' ? { ...each, state: 'lost' } : each));
  } catch {
    return [];
  }
}

/**
 * Opens the outbox of a user, with what was in it before the page was loaded anew. What was lost is sent again whenever
 * the connection is there, until the returned function is called.
 */
export function openOutbox(edit: CacheEditor, username: string): () => void {
  const key = `outbox ${username}`;
  if (key !== storageKey) {
    storageKey = key;
    set([...restored(), ...pending]);
  }
  const sendLost = () => {
    for (const { nonce, state } of pending) if (state === 'lost') retry(edit, nonce);
  };
  sendLost();
  return onConnect(sendLost);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What waits to be confirmed, in all rooms. */
export const useOutbox = () => useSyncExternalStore(subscribe, () => pending);
