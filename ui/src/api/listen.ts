import type { LiveEvent } from './generated';
import { openSocket } from './liveConnection';

type Handler<Name extends LiveEvent['name']> = (payload: Extract<LiveEvent, { name: Name }>['payload']) => void;

/** One handler for each event that the server pushes. A missing one does not compile. */
export type LiveHandlers = { [Name in LiveEvent['name']]: Handler<Name> };

/**
 * Subscribes to events until the returned function is called. `onConnect` runs at every connect and
 * `onDisconnect` at every disconnect. Events that are pushed in between are lost, so a reconnect is
 * the time to fetch again.
 */
export function listen(handlers: LiveHandlers, onConnect: () => void, onDisconnect: () => void): () => void {
  let stopped = false;
  let stop = () => {};
  void openSocket().then((socket) => {
    if (stopped) return;
    const events = Object.entries(handlers) as [string, (payload: unknown) => void][];
    for (const [name, handler] of events) socket.on(name, handler);
    socket.on('connect', onConnect);
    socket.on('disconnect', onDisconnect);
    if (socket.connected) onConnect();
    stop = () => {
      for (const [name, handler] of events) socket.off(name, handler);
      socket.off('connect', onConnect);
      socket.off('disconnect', onDisconnect);
    };
  });
  return () => {
    stopped = true;
    stop();
  };
}
