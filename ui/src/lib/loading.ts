import { useSyncExternalStore } from 'react';

/** Shorter loading shows no indicator. In milliseconds. */
const delayMs = 300;

/** The number of modules that have been loading for longer. */
let slowCount = 0;

const listeners = new Set<() => void>();

function change(by: number) {
  slowCount += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Tracks the loading of a module until it succeeds or its failure is shown. */
export function trackLoading(loading: Promise<unknown>): void {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    change(1);
  }, delayMs);
  void loading.then(() => {
    clearTimeout(timer);
    if (isLate) change(-1);
  });
}

/**
 * Returns whether a module has been loading for a while. The previous page may stay until it
 * arrives.
 */
export const useIsLoading = (): boolean => useSyncExternalStore(subscribe, () => slowCount > 0);
