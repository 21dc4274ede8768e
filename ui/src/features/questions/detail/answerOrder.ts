import type { Answer } from '../../../api/generated';

/** The orders of answers, as the selector shows them. */
export const answerOrders = { score: 'Highest score', newest: 'Newest', oldest: 'Oldest' } as const;
export type AnswerOrder = keyof typeof answerOrders;

export const isAnswerOrder = (order: string | null): order is AnswerOrder =>
  order !== null && Object.hasOwn(answerOrders, order);

const byAge = (one: Answer, other: Answer) => one.ansDateTime.localeCompare(other.ansDateTime);

/** Returns the score without the vote of the author, which no ranking counts. */
const peerScore = ({ score, upVotes, downVotes, ansBy }: Answer) =>
  score - Number(upVotes.includes(ansBy)) + Number(downVotes.includes(ansBy));

const comparisons: Record<AnswerOrder, (one: Answer, other: Answer) => number> = {
  score: (one, other) => peerScore(other) - peerScore(one) || byAge(one, other),
  newest: (one, other) => byAge(other, one),
  oldest: byAge,
};

/** Returns the answers in an order, the accepted one first. */
export function sortAnswers(answers: Answer[], order: AnswerOrder, acceptedId: string | undefined): Answer[] {
  const rank = ({ _id }: Answer) => (_id === acceptedId ? 0 : 1);
  return answers.toSorted((one, other) => rank(one) - rank(other) || comparisons[order](one, other));
}
