import { useSyncExternalStore } from 'react';

/** The last error of each game. */
const errors = new Map<string, string>();
const listeners = new Set<() => void>();

const notify = () => listeners.forEach((listener) => void listener());

/** Stores the error of a game. */
export function setGameError(gameID: string, error: string): void {
  errors.set(gameID, error);
  notify();
}

/** Removes the error of a game after a later event. */
export function clearGameError(gameID: string): void {
  if (errors.delete(gameID)) notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the viewer's last error in a game. */
export const useGameError = (gameID: string): string | null =>
  useSyncExternalStore(subscribe, () => errors.get(gameID) ?? null);
