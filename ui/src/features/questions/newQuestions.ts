import { useSyncExternalStore } from 'react';
import type { Page } from '../../api/client';
import type { Question, QuestionCard } from '../../api/generated';

type Arrival = { question: Question; at: number };

/** Questions that were asked since the page was loaded, and when that was heard, on the clock of `Page.askedAt`. */
let arrivals: ReadonlyMap<string, Arrival> = new Map();
const listeners = new Set<() => void>();

/** Older arrivals than so many are not counted. */
const MOST = 500;

function change(next: ReadonlyMap<string, Arrival>) {
  arrivals = next;
  for (const listener of listeners) listener();
}

/** Notes a question that no list shows yet. */
export const noteNew = (question: Question) =>
  change(new Map([...arrivals, [question._id, { question, at: performance.now() }] as const].slice(-MOST)));

/** Forgets a question that is gone. */
export const forgetOne = (id: string) => change(new Map([...arrivals].filter(([known]) => known !== id)));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

type List = { tag: string; search: string; communityId?: string | undefined; first: Page<QuestionCard> | undefined };

/** How many came into a list since its first part was asked for. Which ones a search would find only the server knows. */
export function useNewQuestions({ tag, search, communityId, first }: List): number {
  const known = useSyncExternalStore(subscribe, () => arrivals);
  if (search || !first) return 0;
  const wanted = tag.toLowerCase();
  return [...known.values()].filter(
    ({ question, at }) =>
      at > first.askedAt &&
      (!communityId || question.communityId === communityId) &&
      (!tag || question.tags.some(({ name }) => name.toLowerCase() === wanted)) &&
      !first.items.some(({ _id }) => _id === question._id),
  ).length;
}
