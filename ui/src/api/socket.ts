import type { Socket } from 'socket.io-client';
import { base } from './base';
import type { LiveEvent } from './generated';

type Handler<Name extends LiveEvent['name']> = (payload: Extract<LiveEvent, { name: Name }>['payload']) => void;

/** One handler for each event that the server pushes. A missing one does not compile. */
export type LiveHandlers = { [Name in LiveEvent['name']]: Handler<Name> };

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
    io({ path: `${base}/socket.io`, reconnectionDelay: 500, reconnectionDelayMax: 5000, withCredentials: true }),
  );
  return connection;
}

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

/** Emits an event, unless the connection is lost. */
export function emit(name: string, argument: unknown): void {
  void openSocket().then((socket) => socket.volatile.emit(name, argument));
}

/** The timeout of the server's acknowledgement, in milliseconds. */
const ackTimeoutMs = 10_000;

/** Emits an event and waits for the server's acknowledgement. */
export async function emitWithAck(name: string, argument: unknown): Promise<void> {
  const socket = await openSocket();
  await socket.timeout(ackTimeoutMs).emitWithAck(name, argument);
}

/**
 * Joins a room until the returned function is called, and joins it again after every reconnect,
 * because the server then forgets its members. `onEntered` runs each time: events from then on are
 * received, until `onLost` runs because the connection is lost.
 */
export function joinRoom(
  room: string,
  names: { enter: string; leave: string },
  onEntered: () => void = () => undefined,
  onLost: () => void = () => undefined,
): () => void {
  let leave = () => {};
  let stopped = false;
  void openSocket().then((socket) => {
    if (stopped) return;
    const enter = () => void socket.emit(names.enter, room, onEntered);
    socket.on('connect', enter);
    socket.on('disconnect', onLost);
    if (socket.connected) enter();
    leave = () => {
      socket.off('connect', enter);
      socket.off('disconnect', onLost);
      socket.volatile.emit(names.leave, room);
    };
  });
  return () => {
    stopped = true;
    leave();
  };
}
