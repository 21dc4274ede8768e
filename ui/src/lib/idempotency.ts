import { useRef } from 'react';
import { newNonce } from './nonce';
import { useUser } from './session';
import { tryOrNull } from './tryOrNull';

/** A request without a reply. */
type PendingRequest = { body: string; nonce: string };

function read(key: string): PendingRequest | null {
  const stored = tryOrNull(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<PendingRequest> | null);
  const { body, nonce } = stored ?? {};
  return typeof body === 'string' && typeof nonce === 'string' ? { body, nonce } : null;
}

/**
 * Returns a function that sends a form's content with an idempotency key and its author's id. The
 * server accepts it only from that author, even if another user has logged in since. A retry of the
 * same content has the same key, also after a reload of this tab. New content has a new key.
 */
export function useIdempotentSend(form: string) {
  const { _id: author } = useUser();
  const key = `unanswered ${author} ${form}`;
  const pending = useRef<PendingRequest | null>(null);
  return async <T>(body: string, send: (nonce: string, author: string) => Promise<T>): Promise<T> => {
    pending.current ??= read(key);
    if (pending.current?.body !== body) pending.current = { body, nonce: newNonce() };
    const { nonce } = pending.current;
    tryOrNull(() => sessionStorage.setItem(key, JSON.stringify({ body, nonce })));
    const reply = await send(nonce, author);
    pending.current = null;
    tryOrNull(() => sessionStorage.removeItem(key));
    return reply;
  };
}
