import { useSyncExternalStore } from 'react';

/** Questions that were asked since the list on the page was fetched. */
let fresh: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function change(next: ReadonlySet<string>) {
  fresh = next;
  for (const listener of listeners) listener();
}

/** Notes a question that no list shows yet. */
export const noteNew = (id: string) => change(new Set([...fresh, id]));

/** Forgets them: the list is fetched anew. */
export const forgetNew = () => change(new Set());

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** How many there are. */
export const useNewQuestions = () => useSyncExternalStore(subscribe, () => fresh.size);
