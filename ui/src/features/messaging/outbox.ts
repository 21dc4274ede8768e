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
  /** `sending`, `lost` if it is to be sent again, or what the server said against it. */
  state: 'sending' | 'lost' | { refusal: string };
};

/** Nothing is heard of it after so many milliseconds: it is lost. */
const patience = 20_000;

/** Between two attempts to send what is lost, in milliseconds. */
const pause = 30_000;

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

const change = (isMeant: (each: Pending) => boolean, state: Pending['state']) =>
  set(pending.map((each) => (isMeant(each) ? { ...each, state } : each)));

/** Takes a message out: it was stored, or its author has thought better of it. */
export const discard = (nonce: string) => set(pending.filter((each) => each.nonce !== nonce));

const firstToSend = () => pending.find(({ state }) => state === 'sending');

/** One call after the other, so that the messages of a room are stored in the order in which they were written. */
let calls: Promise<void> = Promise.resolve();

const timeout = () => new Promise<never>((_, reject) => setTimeout(reject, patience, new Error('No answer')));

/** Whether the server has said something against a message, and not of itself or of who is signed in. */
function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.status >= 500) return false;
  return error.status !== 401 && error.status !== 429 && error.message !== notYou;
}

async function deliver(edit: CacheEditor) {
  for (let message = firstToSend(); message; message = firstToSend()) {
    const { nonce, author, room, text } = message;
    try {
      const stored = await Promise.race([sendMessage(room, { msg: text, msgFrom: author, nonce }), timeout()]);
      arrived(edit, room, stored);
      discard(nonce);
    } catch (error) {
      console.error(error);
      if (isRefusal(error)) change(({ nonce: other }) => other === nonce, { refusal: error.message });
      // What was written after it in its room waits with it.
      else change(({ room: { key }, state }) => key === room.key && state === 'sending', 'lost');
    }
  }
}

/** Sends a message that waits, again if need be, and with it what was lost in its room. */
export function retry(edit: CacheEditor, { nonce, room }: Pending) {
  change((each) => each.nonce === nonce || (each.room.key === room.key && each.state === 'lost'), 'sending');
  calls = calls.then(() => deliver(edit));
}

/** Sends a message, which shows at once. */
export function send(edit: CacheEditor, message: { author: string; room: Room; text: string }) {
  const written: Pending = { ...message, nonce: newNonce(), state: 'sending' };
  set([...pending, written]);
  retry(edit, written);
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
 * the connection is there, and now and then, until the returned function is called.
 */
export function openOutbox(edit: CacheEditor, username: string): () => void {
  const key = `outbox ${username}`;
  if (key !== storageKey) {
    storageKey = key;
    set([...restored(), ...pending]);
  }
  const sendLost = () => {
    for (const each of pending) if (each.state === 'lost') retry(edit, each);
  };
  sendLost();
  const stop = onConnect(sendLost);
  // A server behind a proxy may be away for others and not for the connection, or have had too much to do.
  const timer = setInterval(sendLost, pause);
  return () => {
    stop();
    clearInterval(timer);
  };
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What waits to be confirmed, in all rooms. */
export const useOutbox = () => useSyncExternalStore(subscribe, () => pending);
