import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** Whether the page is before somebody's eyes, and not in a hidden tab. */
export const useVisible = () => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
