import type { Socket } from 'socket.io-client';
import { base } from './base';
import type { LiveEvent } from './generated';

type Handler<Name extends LiveEvent['name']> = (payload: Extract<LiveEvent, { name: Name }>['payload']) => void;

/** One handler for every event that the server pushes: leaving one out does not compile. */
export type LiveHandlers = { [Name in LiveEvent['name']]: Handler<Name> };

/** Between two attempts to load something, in milliseconds. */
const pause = 10_000;

/** Loads a part of the site; one that cannot be loaded is tried again with the connection, or after a while. */
export async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      console.error(error);
      await new Promise((resolve) => {
        addEventListener('online', resolve, { once: true });
        setTimeout(resolve, pause);
      });
    }
  }
}

let connection: Promise<Socket> | undefined;

/** The one live connection of this page, opened when first asked for. It connects again by itself. */
export function openSocket(): Promise<Socket> {
  connection ??= untilLoaded(() => import('socket.io-client')).then(({ io }) =>
    io({ path: `${base}/socket.io`, reconnectionDelay: 500, reconnectionDelayMax: 5000, withCredentials: true }),
  );
  return connection;
}

/**
 * Listens until the returned function is called. `onConnect` runs at every connect, `onDisconnect` at every loss:
 * what was pushed in between never arrives, so a reconnect is the time to fetch again.
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

/** How long the server may take to deal with what is said to it, in milliseconds. */
const patience = 10_000;

/** Says something to the server, and waits until it has dealt with that. */
export async function say(name: string, argument: unknown): Promise<void> {
  const socket = await openSocket();
  await socket.timeout(patience).emitWithAck(name, argument);
}

/**
 * Stays in a room of the server, which forgets who was in it whenever the connection is lost, until the returned
 * function is called. `onEntered` runs each time: what happens from then on is heard.
 */
export function stayIn(room: string, names: { enter: string; leave: string }, onEntered: () => void): () => void {
  let leave = () => {};
  let stopped = false;
  void openSocket().then((socket) => {
    if (stopped) return;
    const enter = () => void socket.emit(names.enter, room, onEntered);
    socket.on('connect', enter);
    if (socket.connected) enter();
    leave = () => {
      socket.off('connect', enter);
      socket.volatile.emit(names.leave, room);
    };
  });
  return () => {
    stopped = true;
    leave();
  };
}
