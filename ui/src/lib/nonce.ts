import { useRef } from 'react';

/** What a client calls something that it adds, so that it is stored once however often it is sent. */
export const newNonce = () =>
  // `randomUUID` is for pages that come by https alone.
  crypto.getRandomValues(new Uint8Array(16)).join('');

/**
 * Sends what somebody has written. Sent again because it failed, or because its reply was lost, it has the same nonce as
 * long as it says the same; what comes after it has another.
 */
export function useSendOnce() {
  const unanswered = useRef({ said: '', nonce: '' });
  return async <T>(said: string, send: (nonce: string) => Promise<T>): Promise<T> => {
    if (unanswered.current.said !== said) unanswered.current = { said, nonce: newNonce() };
    const reply = await send(unanswered.current.nonce);
    unanswered.current = { said: '', nonce: '' };
    return reply;
  };
}
