import { useSyncExternalStore } from 'react';

/** What the server has last refused, by the game. */
const errors = new Map<string, string>();
const listeners = new Set<() => void>();

const tell = () => listeners.forEach((listener) => void listener());

/** Notes that something was refused in a game. */
export function noteGameError(gameID: string, error: string): void {
  errors.set(gameID, error);
  tell();
}

/** Forgets it: something else has happened there since. */
export function clearGameError(gameID: string): void {
  if (errors.delete(gameID)) tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the server has last refused the viewer in a game. */
export const useGameError = (gameID: string): string | null =>
  useSyncExternalStore(subscribe, () => errors.get(gameID) ?? null);
