import { useSyncExternalStore } from 'react';

const key = 'notificationsEnabled';
const listeners = new Set<() => void>();

function stored(): boolean {
  try {
    return localStorage.getItem(key) !== 'false';
  } catch {
    return true; // storage is blocked: the default stands
  }
}

let enabled = stored();

function show(value: boolean) {
  enabled = value;
  for (const listener of listeners) listener();
}

/** Shows notifications or not, and remembers it on this device. */
export function setNotificationsEnabled(value: boolean) {
  show(value);
  try {
    localStorage.setItem(key, String(value));
  } catch {
    // Storage is blocked: it lasts until the page is left.
  }
}

// Another tab of this browser changed it, or emptied the storage.
window.addEventListener('storage', (event) => {
  if (event.key === key || event.key === null) show(stored());
});

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether this device shows notifications. */
export const areNotificationsEnabled = () => enabled;

export const useNotificationsEnabled = () => useSyncExternalStore(subscribe, areNotificationsEnabled);
