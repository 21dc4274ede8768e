import type { Socket } from 'socket.io-client';
import type { LiveEvent } from './generated';

type Events = { [E in LiveEvent as E['name']]: (payload: E['payload']) => void };

/** The live connection as the server types it; the client sends nothing yet. */
export type LiveSocket = Socket<Events, Record<never, never>>;

let opening: Promise<LiveSocket> | undefined;

/**
 * Opens the page's one live connection. It needs no session: when this browser logs in, the server drops the
 * transport, and the client connects again by itself, now signed in.
 */
export function openSocket(): Promise<LiveSocket> {
  opening ??= import('socket.io-client').then(({ io }) =>
    io({ path: '/socket.io', reconnectionDelay: 500, reconnectionDelayMax: 8000 }),
  );
  opening.catch(() => {
    opening = undefined;
  });
  return opening;
}
