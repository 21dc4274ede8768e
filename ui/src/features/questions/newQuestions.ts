import { useSyncExternalStore } from 'react';
import type { Question } from '../../api/generated';

/** Questions that were asked since the list on the page was fetched. */
let fresh: ReadonlyMap<string, Question> = new Map();
const listeners = new Set<() => void>();

function change(next: ReadonlyMap<string, Question>) {
  fresh = next;
  for (const listener of listeners) listener();
}

/** Notes a question that no list shows yet. */
export const noteNew = (question: Question) => change(new Map(fresh).set(question._id, question));

/** Forgets them: the list is fetched anew. */
export const forgetNew = () => change(new Map());

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** How many of them belong into a list. Which ones a search would find only the server knows. */
export function useNewQuestions({ tag, search }: { tag: string; search: string }): number {
  const questions = useSyncExternalStore(subscribe, () => fresh);
  if (search) return 0;
  const wanted = tag.toLowerCase();
  return [...questions.values()].filter(({ tags }) => !tag || tags.some(({ name }) => name.toLowerCase() === wanted))
    .length;
}
