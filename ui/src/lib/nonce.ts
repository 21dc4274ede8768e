import { useRef } from 'react';
import { attempt } from './attempt';
import { useUser } from './session';

/** What a client calls something that it adds, so that it is stored once however often it is sent. */
export const newNonce = () =>
  // `randomUUID` is for pages that come by https alone.
  crypto.getRandomValues(new Uint8Array(16)).join('');

/** What was sent and not answered. */
type Unanswered = { said: string; nonce: string };

function read(key: string): Unanswered | null {
  const stored = attempt(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<Unanswered> | null);
  const { said, nonce } = stored ?? {};
  return typeof said === 'string' && typeof nonce === 'string' ? { said, nonce } : null;
}

/**
 * Sends what somebody has written in a form, with the id of its author: the server takes it from nobody else, whoever
 * is signed in by then. Sent again because it failed, or because its reply was lost, it has the same nonce as long as
 * it says the same, also after a reload of this tab; what comes after it has another.
 */
export function useSendOnce(form: string) {
  const { _id: author } = useUser();
  const key = `unanswered ${author} ${form}`;
  const unanswered = useRef<Unanswered | null>(null);
  return async <T>(said: string, send: (nonce: string, author: string) => Promise<T>): Promise<T> => {
    unanswered.current ??= read(key);
    if (unanswered.current?.said !== said) unanswered.current = { said, nonce: newNonce() };
    const { nonce } = unanswered.current;
    attempt(() => sessionStorage.setItem(key, JSON.stringify({ said, nonce })));
    const reply = await send(nonce, author);
    unanswered.current = null;
    attempt(() => sessionStorage.removeItem(key));
    return reply;
  };
}
