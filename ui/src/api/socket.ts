import { openSocket } from './liveConnection';

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
