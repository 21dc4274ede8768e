import type { Page } from '../../api/client';
import type { LiveEvent, Question, QuestionCard } from '../../api/generated';
import { keyEquals } from '../../lib/cacheKeys';
import { markConnected } from '../../lib/connection';
import type { CacheEditor, Refetch } from '../../lib/useCacheEditor';
import { duplicatesKey, isPinned, isQuestionList, questionKey } from './keys';
import { addNewQuestion, removeNewQuestion, sharedFields } from './newQuestions';

type Payload<Name extends LiveEvent['name']> = Extract<LiveEvent, { name: Name }>['payload'];

/** Changes the cards of a question in all lists, and returns whether there were any. */
export function changeCards(edit: CacheEditor, id: string, change: (card: QuestionCard) => QuestionCard): boolean {
  let shown = false;
  edit<Page<QuestionCard>>(isQuestionList, (page) => {
    const old = page.items.find((card) => card._id === id);
    if (!old) return page;
    shown = true;
    const changed = change(old);
    return changed === old ? page : { ...page, items: page.items.map((card) => (card === old ? changed : card)) };
  });
  return shown;
}

function removeCards(edit: CacheEditor, id: string) {
  edit<Page<QuestionCard>>(
    isQuestionList,
    (page) => {
      const items = page.items.filter((card) => card._id !== id);
      return items.length === page.items.length ? page : { ...page, items, total: page.total - 1 };
    },
    'reload',
  );
}

export function changeQuestion(edit: CacheEditor, id: string, change: (question: Question) => Question) {
  edit<Question>(keyEquals(questionKey(id)), change, 'reload');
}

/** Adds an item to a list, or replaces it. */
const upsert = <T extends { _id: string }>(items: T[], item: T): T[] =>
  items.some((other) => other._id === item._id)
    ? items.map((other) => (other._id === item._id ? item : other))
    : [...items, item];

/**
 * Applies a question that was asked, edited, deleted or undeleted. An unviewed question is new: each list inserts or
 * offers it (see `NewQuestions`). The text of a card is an excerpt, so it stays.
 */
export function questionUpdated(edit: CacheEditor, question: Question) {
  changeQuestion(edit, question._id, () => question);
  edit<QuestionCard[]>(isPinned, (cards) =>
    cards.some(({ _id }) => _id === question._id)
      ? cards.flatMap((card) =>
          card._id !== question._id ? card : question.deletedAt ? [] : { ...card, ...sharedFields(question) },
        )
      : cards,
  );
  if (question.deletedAt) {
    removeCards(edit, question._id);
    removeNewQuestion(question._id);
    return;
  }
  if (changeCards(edit, question._id, (card) => ({ ...card, ...sharedFields(question) }))) return;
  if (question.viewCount === 0) addNewQuestion(question);
  // A list whose first fetch is running may have been read before the change.
  edit(isQuestionList, (page) => page, 'reload');
}

/**
 * Fetches lists again if a card has an excerpt of an older text, which the server makes, or another community.
 */
export function invalidateExcerpts(edit: CacheEditor, mutate: Refetch, { _id, text, communityId }: Question) {
  let isOld = false;
  changeCards(edit, _id, (card) => {
    // A moved question is in other lists now.
    isOld ||= card.communityId !== communityId || (card.truncated ? !text.startsWith(card.text) : text !== card.text);
    return card;
  });
  if (!isOld) return;
  // Lists that are not shown now are fetched when the user returns to them.
  markConnected();
  void mutate(isQuestionList);
}

/** Fetches a question that was too large for its event. */
export const questionChanged = (mutate: Refetch, id: string) =>
  Promise.all([mutate(questionKey(id)), mutate(duplicatesKey(id))]);

export function viewsUpdated(edit: CacheEditor, question: Question) {
  const { viewCount, views } = question;
  changeQuestion(edit, question._id, (known) => ({ ...known, viewCount, views }));
  changeCards(edit, question._id, (card) => ({ ...card, viewCount }));
}

export function answerUpdated(edit: CacheEditor, { qid, answer, answerCount }: Payload<'answerUpdate'>) {
  changeQuestion(edit, qid, (question) => ({ ...question, answers: upsert(question.answers, answer), answerCount }));
  changeCards(edit, qid, (card) => ({ ...card, answerCount }));
}

/** Applies changed comments of a question or answer, or an answer's changed votes or text. */
export function commentUpdated(edit: CacheEditor, update: Payload<'commentUpdate'>) {
  if (update.type === 'question') {
    const { _id, comments } = update.result;
    changeQuestion(edit, _id, (question) => ({ ...question, comments }));
  } else {
    const { qid, result } = update;
    changeQuestion(edit, qid, (question) => ({ ...question, answers: upsert(question.answers, result) }));
  }
}

export function votesUpdated(edit: CacheEditor, { qid, upVotes, downVotes, score }: Payload<'voteUpdate'>) {
  changeQuestion(edit, qid, (question) => ({ ...question, upVotes, downVotes, score }));
  changeCards(edit, qid, (card) => ({ ...card, score }));
}
