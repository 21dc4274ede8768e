import { forgetFirstReplies, navigation } from './firstData';
import type { LiveEvent } from './generated';
import { openSocket } from './liveConnection';

// Views change no more than their number, which the server sends again.
const harmless: LiveEvent['name'] = 'viewsUpdate';

let isOpened = false;

/** Opens the live connection. From its first event on, the replies that are in the page may be old. */
export function openFirst(): void {
  if (isOpened) return;
  isOpened = true;
  void openSocket().then((socket) => {
    socket.onAny((name) => name !== harmless && forgetFirstReplies());
    // Some networks let no websocket through.
    socket.on('connect_error', () => {
      socket.io.opts.transports = ['polling', 'websocket'];
    });
  });
}

/** How long an answer may take, in milliseconds. */
const patienceMs = 10_000;

/** The moment of the request for this page, on the server's clock: what the page shows was read later. */
let pageMoment = navigation?.serverTiming?.find(({ name }) => name === 'at')?.description;

/**
 * Returns whether nothing that the page shows to a user may have changed before its events were received. Only the first
 * connection can know.
 */
export async function hasMissedNothing(user: string): Promise<boolean> {
  const since = pageMoment;
  pageMoment = undefined;
  if (!since) return false;
  try {
    const socket = await openSocket();
    return (await socket.timeout(patienceMs).emitWithAck('resume', { since, user })) === true;
  } catch {
    return false;
  }
}
