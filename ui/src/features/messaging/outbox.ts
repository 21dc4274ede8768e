import { useSyncExternalStore } from 'react';
import { ApiError } from '../../api/client';
import type { Message } from '../../api/generated';
import { messageNotFound, notYou } from '../../api/sentences';
import { onConnect } from '../../lib/connection';
import { newNonce } from '../../lib/nonce';
import type { CacheEditor } from '../../lib/useCacheEditor';
import { type Room, sendMessage } from './api';
import { addMessages } from './cache';

/** What a reply shows of its original. */
export type Replied = Pick<Message, '_id' | 'msgFrom' | 'msg'>;

/** A message that the server has not confirmed. */
export type Pending = {
  /** The idempotency key: the server stores the message once. */
  nonce: string;
  /**
   * The author's id, so that the message is never sent in the name of another user. Earlier
   * versions stored none.
   */
  author?: string;
  room: Room;
  text: string;
  /** The message to which it replies. */
  replyTo?: Replied;
  /** `sending`, `lost` if it will be sent again, or the error of a rejection. */
  state: 'sending' | 'lost' | { refusal: string };
};

/** The timeout of a call, in milliseconds. After it the message is lost. */
const timeoutMs = 20_000;

/** The interval between attempts to send lost messages, in milliseconds. */
const retryDelayMs = 30_000;

let pending: readonly Pending[] = [];
let storageKey = '';
const listeners = new Set<() => void>();

function set(changed: readonly Pending[]) {
  pending = changed;
  if (storageKey)
    try {
      // Stored per tab, so that each message is in one outbox. It survives a reload and a lost
      // session.
      if (pending.length) sessionStorage.setItem(storageKey, JSON.stringify(pending));
      else sessionStorage.removeItem(storageKey);
    } catch {
      // Storage is full or blocked: the outbox lasts as long as the page.
    }
  for (const listener of listeners) listener();
}

const change = (matches: (each: Pending) => boolean, state: Pending['state']) =>
  set(pending.map((each) => (matches(each) ? { ...each, state } : each)));

/** Removes a message that was stored or that its author discarded. */
export const discard = (nonce: string) => set(pending.filter((each) => each.nonce !== nonce));

const firstToSend = () => pending.find(({ state }) => state === 'sending');

/** Calls run one after the other, so that the messages of a room are stored in order. */
let calls: Promise<void> = Promise.resolve();

const timeout = () => new Promise<never>((_, reject) => setTimeout(reject, timeoutMs, new Error('No answer')));

/**
 * Returns whether the server rejected the message itself. Server errors, rate limits and session
 * errors are temporary.
 */
function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.status >= 500) return false;
  return error.status !== 401 && error.status !== 429 && error.message !== notYou;
}

async function deliver(edit: CacheEditor) {
  for (let message = firstToSend(); message; message = firstToSend()) {
    const { nonce, author, room, text, replyTo } = message;
    try {
      const sent = { msg: text, msgFrom: author, nonce, ...(replyTo && { replyTo: replyTo._id }) };
      const stored = await Promise.race([sendMessage(room, sent), timeout()]);
      addMessages(edit, room, stored);
      discard(nonce);
    } catch (error) {
      console.error(error);
      if (isRefusal(error)) change(({ nonce: other }) => other === nonce, { refusal: error.message });
      // Later messages of the same room wait too.
      else change(({ room: { key }, state }) => key === room.key && state === 'sending', 'lost');
    }
  }
}

/** Returns whether the message to which it replies is gone. */
export const hasLostOriginal = ({ replyTo, state }: Pending) =>
  replyTo !== undefined && typeof state === 'object' && state.refusal === messageNotFound;

/**
 * Sends a waiting message again, together with the lost messages of its room. It is no reply any more if the message to
 * which it replies is gone.
 */
export function retry(edit: CacheEditor, message: Pending) {
  const { nonce, room } = message;
  if (hasLostOriginal(message)) {
    const { replyTo: _, ...unquoted } = message;
    set(pending.map((each) => (each.nonce === nonce ? unquoted : each)));
  }
  change((each) => each.nonce === nonce || (each.room.key === room.key && each.state === 'lost'), 'sending');
  calls = calls.then(() => deliver(edit));
}

/** Sends a message, which shows immediately. */
export function send(edit: CacheEditor, message: Pick<Pending, 'room' | 'text' | 'replyTo'> & { author: string }) {
  const written: Pending = { ...message, nonce: newNonce(), state: 'sending' };
  set([...pending, written]);
  retry(edit, written);
}

/** Removes messages that arrived, even if their call failed. */
export function removeDelivered(messages: Message[]) {
  if (pending.length === 0) return;
  const nonces = new Set(messages.map(({ nonce }) => nonce));
  const left = pending.filter(({ nonce }) => !nonces.has(nonce));
  if (left.length < pending.length) set(left);
}

function readStored(): Pending[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as Pending[];
    return stored.map((each) => (each.state === 'sending' ? { ...each, state: 'lost' } : each));
  } catch {
    return [];
  }
}

/**
 * Opens a user's outbox with the messages stored before a reload. Lost messages are sent again at
 * every connect and at an interval, until the returned function is called.
 */
export function openOutbox(edit: CacheEditor, username: string): () => void {
  const key = `outbox ${username}`;
  if (key !== storageKey) {
    storageKey = key;
    set([...readStored(), ...pending]);
  }
  const sendLost = () => {
    for (const each of pending) if (each.state === 'lost') retry(edit, each);
  };
  sendLost();
  const stop = onConnect(sendLost);
  // The server may be down behind a proxy, or overloaded, while the connection stays up.
  const timer = setInterval(sendLost, retryDelayMs);
  return () => {
    stop();
    clearInterval(timer);
  };
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns the unconfirmed messages of all rooms. */
export const useOutbox = () => useSyncExternalStore(subscribe, () => pending);
