import type { ScopedMutator } from 'swr';
import type { Page } from '../../api/client';
import type { Answer, LiveEvent, Question, QuestionCard } from '../../api/generated';
import { questionPath } from './api';
import { noteNew } from './newQuestions';
import { type Votes, withVote } from './votes';

type Payload<Name extends LiveEvent['name']> = Extract<LiveEvent, { name: Name }>['payload'];

const isList = (key: unknown) => typeof key === 'string' && /^\/(question\/)?get(Community)?Questions?[/?]/i.test(key);

/** Changes a question's card wherever it is shown, and tells whether it was. */
function changeCards(mutate: ScopedMutator, id: string, change: (card: QuestionCard) => QuestionCard): boolean {
  let shown = false;
  void mutate<Page<QuestionCard>>(
    isList,
    (page) => {
      if (!page?.items.some((card) => card._id === id)) return page;
      shown = true;
      return { ...page, items: page.items.map((card) => (card._id === id ? change(card) : card)) };
    },
    { revalidate: false },
  );
  return shown;
}

function changeQuestion(mutate: ScopedMutator, id: string, change: (question: Question) => Question) {
  void mutate<Question>(questionPath(id), (question) => question && change(question), { revalidate: false });
}

/** Puts an item into a list, in place of an older version of it if there is one. */
const put = <T extends { _id: string }>(items: T[], item: T): T[] =>
  items.some((other) => other._id === item._id)
    ? items.map((other) => (other._id === item._id ? item : other))
    : [...items, item];

/** What a card shares with its question. A card's text is the beginning that the server cut, so it stays. */
const counts = ({ title, tags, answerCount, viewCount, score }: Question) => ({
  title,
  tags,
  answerCount,
  viewCount,
  score,
});

/** A question was asked or changed. New ones wait to be asked for: a list does not move under its reader. */
export function updated(mutate: ScopedMutator, question: Question) {
  changeQuestion(mutate, question._id, () => question);
  if (!changeCards(mutate, question._id, (card) => ({ ...card, ...counts(question) }))) noteNew(question._id);
}

export function viewed(mutate: ScopedMutator, question: Question) {
  const { viewCount, views } = question;
  changeQuestion(mutate, question._id, (known) => ({ ...known, viewCount, views }));
  changeCards(mutate, question._id, (card) => ({ ...card, viewCount }));
}

export function answered(mutate: ScopedMutator, qid: string, answer: Answer) {
  changeQuestion(mutate, qid, (question) => {
    const answers = put(question.answers, answer);
    return { ...question, answers, answerCount: answers.length };
  });
  changeCards(mutate, qid, (card) => ({ ...card, answerCount: card.answerCount + 1 }));
}

/** A question or an answer got a comment. An answer's comment does not name its question: any may have it. */
export function commented(mutate: ScopedMutator, update: Payload<'commentUpdate'>) {
  if (update.type === 'question') {
    const { _id, comments } = update.result;
    changeQuestion(mutate, _id, (question) => ({ ...question, comments }));
    return;
  }
  const answer = update.result;
  void mutate<Question>(
    (key) => typeof key === 'string' && key.startsWith(questionPath('')),
    (question) =>
      question?.answers.some(({ _id }) => _id === answer._id)
        ? { ...question, answers: put(question.answers, answer) }
        : question,
    { revalidate: false },
  );
}

export function voted(mutate: ScopedMutator, qid: string, votes: Votes) {
  const net = ({ upVotes, downVotes }: Votes) => upVotes.length - downVotes.length;
  let change = 0;
  changeQuestion(mutate, qid, (question) => {
    change = net(votes) - net(question);
    return withVote(question, votes);
  });
  // A card has no names: its score is right again with the next fetch, unless the question is known.
  if (change) changeCards(mutate, qid, (card) => ({ ...card, score: card.score + change }));
}
