import { patch, post } from '../../api/client';
import type { Answer, Question } from '../../api/generated';

/** The orders of question lists, as the selector shows them. The last one is of search results alone. */
export const orders = {
  newest: 'Newest',
  unanswered: 'Unanswered',
  active: 'Active',
  mostViewed: 'Most Viewed',
  relevance: 'Relevance',
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

/** The path, and cache key, of the questions that ask the same as one. */
export const duplicatesPath = (qid: string) => `/question/getDuplicates/${encodeURIComponent(qid)}`;

/** The path, and cache key, of the questions that are like one with this title. */
export const similarPath = (title: string) => `/question/getSimilarQuestions?${new URLSearchParams({ title })}`;

type Written = { title: string; text: string; tags: string[] };

const toWire = ({ tags, ...question }: Written) => ({ ...question, tags: tags.map((name) => ({ name })) });

export const addQuestion = (question: Written & { communityId: string | undefined }) =>
  post<Question>('/question/addQuestion', toWire(question));

export const editQuestion = (qid: string, question: Written) =>
  patch<Question>('/question/editQuestion', { qid, ...toWire(question) });

export const addAnswer = (qid: string, text: string) => post<Answer>('/answer/addAnswer', { qid, ans: { text } });
