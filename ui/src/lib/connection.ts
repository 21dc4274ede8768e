/** When the server last began to push events, in milliseconds of `performance.now()`. */
let connectedAt = 0;

const listeners = new Set<() => void>();

/** Notes that events are pushed from now on. */
export function noteConnect(): void {
  connectedAt = performance.now();
  for (const listener of listeners) listener();
}

/** Calls the listener at every connect, until the returned function is called. */
export function onConnect(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether events may have been lost since `time`, in milliseconds of `performance.now()`. */
export const mayHaveMissed = (time: number): boolean => time < connectedAt;
