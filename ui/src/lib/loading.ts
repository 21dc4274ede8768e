import { useSyncExternalStore } from 'react';

/** What comes sooner needs no sign. In milliseconds. */
const patience = 300;

/** How many parts of the site have been on their way for longer. */
let late = 0;

const listeners = new Set<() => void>();

function change(by: number) {
  late += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Notes that a part of the site is being loaded. It is not over before it is there, or a failure said so. */
export function noteLoading(loading: Promise<unknown>): void {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    change(1);
  }, patience);
  void loading.then(() => {
    clearTimeout(timer);
    if (isLate) change(-1);
  });
}

/** Whether a part of the site has been on its way for a while. Until it comes, a page that was left may stay. */
export const useIsLoading = (): boolean => useSyncExternalStore(subscribe, () => late > 0);
