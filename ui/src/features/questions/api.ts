import { post } from '../../api/client';
import type { Answer, Comment, Question, VoteReply } from '../../api/generated';

/** The orders of question lists, as the selector shows them. */
export const orders = {
  newest: 'Newest',
  unanswered: 'Unanswered',
  active: 'Active',
  mostViewed: 'Most Viewed',
} as const;
export type Order = keyof typeof orders;

/** Cards fetched at a time. */
const pageSize = 20;

/** The path, and cache key, of the first part of a list. */
export function listPath({ order, tag, search }: { order: Order; tag: string; search: string }): string {
  const query = new URLSearchParams({ order, view: 'card', limit: String(pageSize) });
  const all = [tag && `[${tag}]`, search].filter(Boolean).join(' ');
  if (all) query.set('search', all);
  return `/question/getQuestion?${query}`;
}

/** The path, and cache key, of one question. */
export const questionPath = (id: string) => `/question/getQuestionById/${encodeURIComponent(id)}`;

export const addQuestion = (question: { title: string; text: string; tags: string[] }) =>
  post<Question>('/question/addQuestion', { ...question, tags: question.tags.map((name) => ({ name })) });

export const addAnswer = (qid: string, text: string) => post<Answer>('/answer/addAnswer', { qid, ans: { text } });

export const addComment = (on: 'question' | 'answer', id: string, text: string) =>
  post<Comment>('/comment/addComment', { id, type: on, comment: { text } });

export type Vote = 'upvote' | 'downvote';

export const vote = (qid: string, way: Vote) => post<VoteReply>(`/question/${way}Question`, { qid });
