import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** Returns whether the page is visible, and not in a hidden tab. */
export const usePageVisible = () => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
