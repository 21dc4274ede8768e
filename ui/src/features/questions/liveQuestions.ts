import type { List } from '../../api/client';
import type { Answer, AnswerUpdate, CommentUpdate, Question, QuestionCard, VoteUpdate } from '../../api/generated';
import type { CacheEditor } from '../../lib/useCacheEditor';
import { isQuestionPath, isQuestionsPath, questionPath, searchIn } from './api';
import { withVotes } from './votes';

/** A list of cards, and the questions asked since that it does not show yet: a list never moves under its reader. */
export type QuestionList = List<QuestionCard> & { arrived?: string[] };

// What the live connection brings, written into the cached pages: see `app/live.ts`.

/** A question is new or has changed. */
export function showQuestion(edit: CacheEditor, question: Question): void {
  replaceQuestion(edit, question);
  edit<QuestionList>(isQuestionsPath, (list, path) => withArrival(list, path, question), 'reload');
}

/** A question's counts have changed. */
export function replaceQuestion(edit: CacheEditor, question: Question): void {
  editQuestion(edit, question._id, () => question);
  editCards(edit, question._id, (card) => ({
    ...card,
    title: question.title,
    tags: question.tags,
    viewCount: question.viewCount,
    answerCount: question.answerCount,
    score: question.score,
    accepted: question.acceptedAnswerId !== undefined,
  }));
}

/** A question got an answer. */
export function showAnswer(edit: CacheEditor, { qid, answer }: AnswerUpdate): void {
  editQuestion(edit, qid, (question) =>
    hasAnswer(question, answer)
      ? question
      : { ...question, answers: [...question.answers, answer], answerCount: question.answerCount + 1 },
  );
  // The event does not say how many answers there are by now, and a list may know of this one already.
  edit<QuestionList>(isQuestionsPath, (list) => {
    const isNew = list.items.some((card) => card._id === qid) && Date.parse(answer.ansDateTime) > list.asOf;
    return isNew ? withCard(list, qid, (card) => ({ ...card, answerCount: card.answerCount + 1 })) : list;
  });
}

/** A question or an answer got a comment. */
export function showComment(edit: CacheEditor, update: CommentUpdate): void {
  if (update.type === 'question') {
    replaceQuestion(edit, update.result);
    return;
  }
  const { result } = update;
  edit<Question>(isQuestionPath, (question) =>
    hasAnswer(question, result)
      ? { ...question, answers: question.answers.map((answer) => (answer._id === result._id ? result : answer)) }
      : question,
  );
}

/** Somebody voted on a question. */
export function showVotes(edit: CacheEditor, { qid, ...votes }: VoteUpdate): void {
  editQuestion(edit, qid, (question) => withVotes(question, votes));
}

const hasAnswer = (question: Question, answer: Answer) => question.answers.some(({ _id }) => _id === answer._id);

function editQuestion(edit: CacheEditor, qid: string, change: (question: Question) => Question): void {
  edit<Question>((path) => path === questionPath(qid), change, 'reload');
}

function editCards(edit: CacheEditor, qid: string, change: (card: QuestionCard) => QuestionCard): void {
  edit<QuestionList>(isQuestionsPath, (list) => withCard(list, qid, change));
}

function withCard(list: QuestionList, qid: string, change: (card: QuestionCard) => QuestionCard): QuestionList {
  if (!list.items.some((card) => card._id === qid)) return list;
  return { ...list, items: list.items.map((card) => (card._id === qid ? change(card) : card)) };
}

/** Notes a question asked after the list was read, if it belongs there as far as one can tell from here. */
export function withArrival(list: QuestionList, path: string, question: Question): QuestionList {
  const search = searchIn(path);
  const fits = search === '' || question.tags.some(({ name }) => search.toLowerCase() === `[${name.toLowerCase()}]`);
  // `asOf` has no fractions of a second.
  const isNew = Date.parse(question.askDateTime) >= list.asOf - 1000;
  const isKnown = list.arrived?.includes(question._id) || list.items.some(({ _id }) => _id === question._id);
  return fits && isNew && !isKnown ? { ...list, arrived: [...(list.arrived ?? []), question._id] } : list;
}
