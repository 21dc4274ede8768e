import { call } from '../../api/client';
import type { Answer, Comment, Question, VoteReply } from '../../api/generated';

/** The orders of a question list, with the names that the user reads. */
export const orders = {
  newest: 'Newest',
  unanswered: 'Unanswered',
  active: 'Active',
  mostViewed: 'Most Viewed',
} as const;

export type Order = keyof typeof orders;

const listPath = '/question/getQuestion';
const pageSize = '20';

/** What a list of questions is restricted to: what the user typed, and a tag. */
export type Filter = { search: string; tag: string };

export function questionsPath(order: Order, { search, tag }: Filter): string {
  const text = [tag && `[${tag}]`, search].filter(Boolean).join(' ');
  return `${listPath}?${new URLSearchParams({ order, search: text, view: 'card', limit: pageSize })}`;
}

export const isQuestionsPath = (path: string) => path.startsWith(`${listPath}?`);

/** The search text in a list's path. */
export const searchIn = (path: string) => new URLSearchParams(path.slice(listPath.length)).get('search') ?? '';

const detailPath = '/question/getQuestionById/';

export const questionPath = (qid: string) => `${detailPath}${encodeURIComponent(qid)}`;

export const isQuestionPath = (path: string) => path.startsWith(detailPath);

export const addQuestion = (question: { title: string; text: string; tags: string[]; askedBy: string }) =>
  call<Question>('POST', '/question/addQuestion', {
    ...question,
    tags: question.tags.map((name) => ({ name, description: 'user added tag' })),
  });

export type Vote = 'up' | 'down';

export const vote = (way: Vote, qid: string, username: string) =>
  call<VoteReply>('POST', `/question/${way}voteQuestion`, { qid, username });

export const addAnswer = (qid: string, text: string, ansBy: string) =>
  call<Answer>('POST', '/answer/addAnswer', { qid, ans: { text, ansBy } });

export type CommentedOn = 'question' | 'answer';

export const addComment = (id: string, type: CommentedOn, text: string, commentBy: string) =>
  call<Comment>('POST', '/comment/addComment', { id, type, comment: { text, commentBy } });
