import { useSyncExternalStore } from 'react';
import type { Page } from '../../api/client';
import type { Question, QuestionCard } from '../../api/generated';

type Arrival = { question: Question; at: number };

/**
 * Questions asked since the page was loaded, with their arrival time on the clock of
 * `Page.requestedAt`.
 */
let arrivals: ReadonlyMap<string, Arrival> = new Map();
const listeners = new Set<() => void>();

/** The number of arrivals to remember. */
const MAX_ARRIVALS = 500;

function change(next: ReadonlyMap<string, Arrival>) {
  arrivals = next;
  for (const listener of listeners) listener();
}

/** Adds a question that no list shows yet. */
export const addNewQuestion = (question: Question) =>
  change(new Map([...arrivals, [question._id, { question, at: performance.now() }] as const].slice(-MAX_ARRIVALS)));

/** Removes a deleted question. */
export const removeNewQuestion = (id: string) => change(new Map([...arrivals].filter(([known]) => known !== id)));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

type List = { tag: string; search: string; communityId?: string | undefined; first: Page<QuestionCard> | undefined };

/**
 * Returns how many questions were added to a list since its first page was requested. Only the
 * server knows whether a search matches.
 */
export function useNewQuestions({ tag, search, communityId, first }: List): number {
  const known = useSyncExternalStore(subscribe, () => arrivals);
  if (search || !first) return 0;
  const wanted = tag.toLowerCase();
  return [...known.values()].filter(
    ({ question, at }) =>
      at > first.requestedAt &&
      (!communityId || question.communityId === communityId) &&
      (!tag || question.tags.some(({ name }) => name.toLowerCase() === wanted)) &&
      !first.items.some(({ _id }) => _id === question._id),
  ).length;
}
