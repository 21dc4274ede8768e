/** The time of the last connect after which events may have been lost, in milliseconds of `performance.now()`. */
let connectedAt = 0;

const listeners = new Set<() => void>();

/** Records that events are received from now on, and whether earlier ones may have been lost. */
export function markConnected(mayHaveMissed = true): void {
  if (mayHaveMissed) connectedAt = performance.now();
  for (const listener of listeners) listener();
}

/** Calls the listener at every connect until the returned function is called. */
export function onConnect(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Returns whether events may have been lost since `time`, in milliseconds of `performance.now()`.
 */
export const isStaleSince = (time: number): boolean => time < connectedAt;
