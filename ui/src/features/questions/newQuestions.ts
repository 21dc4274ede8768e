import { useSyncExternalStore } from 'react';
import type { Page } from '../../api/client';
import type { Question, QuestionCard } from '../../api/generated';
import { keyEquals } from '../../lib/cacheKeys';
import type { CacheEditor } from '../../lib/useCacheEditor';
import type { QuestionListKey } from './keys';

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
 * Returns the questions that were added to a list since its first page was requested, and that it does not show, oldest
 * first. Only the server knows whether a search matches.
 */
export function useNewQuestions({ tag, search, communityId, first }: List): Question[] {
  const known = useSyncExternalStore(subscribe, () => arrivals);
  if (search || !first) return [];
  const wanted = tag.toLowerCase();
  return [...known.values()]
    .filter(
      ({ question, at }) =>
        at > first.requestedAt &&
        (!communityId || question.communityId === communityId) &&
        (!tag || question.tags.some(({ name }) => name.toLowerCase() === wanted)) &&
        !first.items.some(({ _id }) => _id === question._id),
    )
    .map(({ question }) => question);
}

/** The fields that a card shares with its question, its text excepted. */
export const sharedFields = ({ title, tags, answerCount, viewCount, score, acceptedAnswerId, closedAt }: Question) => ({
  title,
  tags,
  answerCount,
  viewCount,
  score,
  accepted: acceptedAnswerId !== undefined,
  closed: closedAt !== undefined,
});

/** The largest number of characters in an excerpt. */
const EXCERPT_LENGTH = 500;

/** Cuts a text after the last block that fits. The server's excerpt, which is tidier, replaces it at the next fetch. */
function excerpt(text: string): Pick<QuestionCard, 'text' | 'truncated'> {
  const characters = [...text];
  if (characters.length <= EXCERPT_LENGTH) return { text, truncated: false };
  const head = characters.slice(0, EXCERPT_LENGTH).join('');
  const end = head.lastIndexOf('\n\n');
  return { text: end > 0 ? head.slice(0, end) : head, truncated: true };
}

/** Returns the card of a question that was just asked. */
const newCard = (question: Question): QuestionCard => ({
  _id: question._id,
  ...sharedFields(question),
  ...excerpt(question.text),
  askedBy: question.askedBy,
  askDateTime: question.askDateTime,
  starred: false,
  // Shown beside the community's name, which the next fetch brings with it.
  isPrivate: false,
  ...(question.communityId && { communityId: question.communityId }),
});

/** Inserts new questions, oldest first, at the top of a list. */
export const insertNewQuestions = (edit: CacheEditor, key: QuestionListKey, questions: Question[]) =>
  edit<Page<QuestionCard>>(keyEquals(key), (page) => ({
    ...page,
    items: [...questions.map(newCard).reverse(), ...page.items],
    total: page.total + questions.length,
  }));
