import type { Page } from '../../api/client';
import type { LiveEvent, Question, QuestionCard } from '../../api/generated';
import { noteConnect } from '../../lib/connection';
import type { CacheEditor, Refetch } from '../../lib/useCacheEditor';
import { questionPath } from './api';
import { forgetOne, noteNew } from './newQuestions';

type Payload<Name extends LiveEvent['name']> = Extract<LiveEvent, { name: Name }>['payload'];

/** Whether a path is a part of a list of questions. */
export const isList = (path: unknown) =>
  typeof path === 'string' && /^\/((question\/)?get(Community)?Questions?[/?]|star\/getStars\?)/i.test(path);

/** Changes a question's card wherever it is shown, and tells whether it was. */
export function changeCards(edit: CacheEditor, id: string, change: (card: QuestionCard) => QuestionCard): boolean {
  let shown = false;
  edit<Page<QuestionCard>>(isList, (page) => {
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
    isList,
    (page) => {
      const items = page.items.filter((card) => card._id !== id);
      return items.length === page.items.length ? page : { ...page, items, total: page.total - 1 };
    },
    'reload',
  );
}

export function changeQuestion(edit: CacheEditor, id: string, change: (question: Question) => Question) {
  edit<Question>((path) => path === questionPath(id), change, 'reload');
}

/** Puts an item into a list, in place of an older version of it if there is one. */
const put = <T extends { _id: string }>(items: T[], item: T): T[] =>
  items.some((other) => other._id === item._id)
    ? items.map((other) => (other._id === item._id ? item : other))
    : [...items, item];

/** What a card shares with its question. A card's text is the beginning that the server cut, so it stays. */
const shared = ({ title, tags, answerCount, viewCount, score, acceptedAnswerId, closedAt }: Question) => ({
  title,
  tags,
  answerCount,
  viewCount,
  score,
  accepted: acceptedAnswerId !== undefined,
  closed: closedAt !== undefined,
});

/**
 * A question was asked, changed, deleted or brought back. One that nobody has seen yet is new, and waits to be asked
 * for: a list does not move under its reader.
 */
export function updated(edit: CacheEditor, question: Question) {
  changeQuestion(edit, question._id, () => question);
  if (question.deletedAt) {
    removeCards(edit, question._id);
    forgetOne(question._id);
    return;
  }
  if (changeCards(edit, question._id, (card) => ({ ...card, ...shared(question) }))) return;
  if (question.viewCount === 0) noteNew(question);
  // A list that is just being read for the first time may have been put together before.
  edit(isList, (page) => page, 'reload');
}

/** Reads lists anew when a card of theirs has an older text than its question: only the server cuts texts. */
export function reworded(edit: CacheEditor, mutate: Refetch, { _id, text }: Question) {
  let isOld = false;
  changeCards(edit, _id, (card) => {
    isOld ||= card.truncated ? !text.startsWith(card.text) : text !== card.text;
    return card;
  });
  if (!isOld) return;
  // Those that nobody looks at now are read when one goes back to them.
  noteConnect();
  void mutate(isList);
}

export function viewed(edit: CacheEditor, question: Question) {
  const { viewCount, views } = question;
  changeQuestion(edit, question._id, (known) => ({ ...known, viewCount, views }));
  changeCards(edit, question._id, (card) => ({ ...card, viewCount }));
}

export function answered(edit: CacheEditor, { qid, answer, answerCount }: Payload<'answerUpdate'>) {
  changeQuestion(edit, qid, (question) => ({ ...question, answers: put(question.answers, answer), answerCount }));
  changeCards(edit, qid, (card) => ({ ...card, answerCount }));
}

/** The comments on a question or an answer have changed, or an answer's votes or text. */
export function commented(edit: CacheEditor, update: Payload<'commentUpdate'>) {
  if (update.type === 'question') {
    const { _id, comments } = update.result;
    changeQuestion(edit, _id, (question) => ({ ...question, comments }));
  } else {
    const { qid, result } = update;
    changeQuestion(edit, qid, (question) => ({ ...question, answers: put(question.answers, result) }));
  }
}

export function voted(edit: CacheEditor, { qid, upVotes, downVotes, score }: Payload<'voteUpdate'>) {
  changeQuestion(edit, qid, (question) => ({ ...question, upVotes, downVotes, score }));
  changeCards(edit, qid, (card) => ({ ...card, score }));
}
