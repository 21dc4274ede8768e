import { useSyncExternalStore } from 'react';

/** A choice that this browser remembers, and that all of its tabs follow. */
export type Preference<Value extends string> = {
  get: () => Value;
  set: (value: Value) => void;
  /** Calls the listener after each change, until the returned function is called. */
  subscribe: (listener: () => void) => () => void;
};

/** The choice stored under `key`: one of `values`, and `byDefault` until one is chosen. */
export function preference<Value extends string>(
  key: string,
  values: readonly Value[],
  byDefault: NoInfer<Value>,
): Preference<Value> {
  const stored = (): Value => {
    try {
      return values.find((value) => value === localStorage.getItem(key)) ?? byDefault;
    } catch {
      return byDefault; // storage is blocked
    }
  };
  const listeners = new Set<() => void>();
  let current = stored();
  const show = (value: Value) => {
    if (value === current) return;
    current = value;
    for (const listener of [...listeners]) listener();
  };
  // Another tab of this browser changed it, or emptied the storage.
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) show(stored());
  });
  return {
    get: () => current,
    set: (value) => {
      try {
        localStorage.setItem(key, value);
      } catch {
        // Storage is blocked: it lasts until the page is left.
      }
      show(value);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A choice between on and off. */
export type Switch = Preference<'true' | 'false'>;

export const onOrOff = (key: string, byDefault: boolean): Switch =>
  preference(key, ['true', 'false'], byDefault ? 'true' : 'false');

export const isOn = (choice: Switch): boolean => choice.get() === 'true';

export const useIsOn = (choice: Switch): boolean => usePreference(choice) === 'true';

export const usePreference = <Value extends string>({ subscribe, get }: Preference<Value>): Value =>
  useSyncExternalStore(subscribe, get);
