import { useSyncExternalStore } from 'react';

/** A setting of this browser, shared by all of its tabs. The account of a signed-in user may bring and keep its value. */
export type Preference<Value extends string> = {
  get: () => Value;
  set: (value: Value) => void;
  /** Sets what the account brings. Does not call the listeners of choices. */
  adopt: (value: Value) => void;
  /** Calls the listener with each value that is chosen in this tab until the returned function is called. */
  onChosen: (listener: (value: Value) => void) => () => void;
  /** Calls the listener after each change until the returned function is called. */
  subscribe: (listener: () => void) => () => void;
};

/**
 * Creates a setting stored under `key`: one of `values`, and `defaultValue` until one is chosen.
 */
export function preference<Value extends string>(
  key: string,
  values: readonly Value[],
  defaultValue: NoInfer<Value>,
): Preference<Value> {
  const stored = (): Value => {
    try {
      return values.find((value) => value === localStorage.getItem(key)) ?? defaultValue;
    } catch {
      return defaultValue; // storage is blocked
    }
  };
  const listeners = new Set<() => void>();
  let current = stored();
  const show = (value: Value) => {
    if (value === current) return;
    current = value;
    for (const listener of [...listeners]) listener();
  };
  // Another tab of this browser changed it or cleared the storage.
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) show(stored());
  });
  const adopt = (value: Value) => {
    try {
      localStorage.setItem(key, value);
    } catch {
      // Storage is blocked: the setting lasts until the page is left.
    }
    show(value);
  };
  const choiceListeners = new Set<(value: Value) => void>();
  return {
    get: () => current,
    set: (value) => {
      adopt(value);
      for (const listener of choiceListeners) listener(value);
    },
    adopt,
    onChosen: addTo(choiceListeners),
    subscribe: addTo(listeners),
  };
}

/** Returns a function that adds a listener and returns a function that removes it. */
const addTo =
  <Listener>(listeners: Set<Listener>) =>
  (listener: Listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

/** A setting that is on or off. */
export type BooleanPreference = Preference<'true' | 'false'>;

export const booleanPreference = (key: string, defaultValue: boolean): BooleanPreference =>
  preference(key, ['true', 'false'], defaultValue ? 'true' : 'false');

export const isOn = (choice: BooleanPreference): boolean => choice.get() === 'true';

export const useIsOn = (choice: BooleanPreference): boolean => usePreference(choice) === 'true';

export const usePreference = <Value extends string>({ subscribe, get }: Preference<Value>): Value =>
  useSyncExternalStore(subscribe, get);
