import type { Socket } from 'socket.io-client';
import { base } from './base';

/** The delay between two attempts to load a module, in milliseconds. */
const retryDelayMs = 10_000;

/** Loads a module. After a failure it tries again when the browser is online, or after a delay. */
export async function loadWithRetry<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      console.error(error);
      await new Promise((resolve) => {
        addEventListener('online', resolve, { once: true });
        setTimeout(resolve, retryDelayMs);
      });
    }
  }
}

let connection: Promise<Socket> | undefined;

/**
 * Returns the one live connection of this page. The first call opens it; it reconnects by itself.
 */
export function openSocket(): Promise<Socket> {
  connection ??= loadWithRetry(() => import('socket.io-client')).then(({ io }) =>
    io({
      path: `${base}/socket.io`,
      reconnectionDelay: 500,
      reconnectionDelayMax: 5000,
      withCredentials: true,
      transports: ['websocket', 'polling'],
    }),
  );
  return connection;
}
