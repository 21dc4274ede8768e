import { patch, post } from '../../api/client';
import type { Answer, Question } from '../../api/generated';
import { routes } from '../../lib/routes';

/** The orders of question lists, as the selector shows them. The last one is of search results alone. */
export const orders = {
  newest: 'Newest',
  unanswered: 'Unanswered',
  active: 'Active',
  mostViewed: 'Most Viewed',
  relevance: 'Relevance',
} as const;
export type Order = keyof typeof orders;

/** What is said when a list of questions cannot be fetched. */
export const questionsFailed = 'Error when fetching or filtering questions';

/** What is said of a list without questions. */
export const noQuestions = 'No Questions Found';

/** The heading of a list: what it is restricted to, or what `all` of it is called. */
export const listTitle = (query: URLSearchParams, all: string) =>
  query.get('search')?.trim() ? 'Search Results' : query.get('tag') || all;

/** Cards fetched at a time. */
const pageSize = 20;

export type Wanted = { order: Order; tag: string; search: string; communityId?: string | undefined };

/** The path, and cache key, of the first part of a list: of all questions, or of those in a community. */
export function listPath({ order, tag, search, communityId }: Wanted): string {
  const query = new URLSearchParams({ order, view: 'card', limit: String(pageSize) });
  const all = [tag && `[${tag}]`, search].filter(Boolean).join(' ');
  if (all) query.set('search', all);
  return `/question/get${communityId ? `CommunityQuestions/${communityId}` : 'Question'}?${query}`;
}

/** The addresses of the page that shows all questions, or those in a community. */
export const listAddress =
  (communityId: string | undefined) => (query: { tag?: string; search?: string; order?: string }) =>
    communityId ? routes.community.to(communityId, query) : routes.questions.to(query);

/** The path, and cache key, of one question. */
export const questionPath = (id: string) => `/question/getQuestionById/${encodeURIComponent(id)}`;

/** The path, and cache key, of the questions that ask the same as one. */
export const duplicatesPath = (qid: string) => `/question/getDuplicates/${encodeURIComponent(qid)}`;

/** The path, and cache key, of the questions that are like one with this title. */
export const similarPath = (title: string) => `/question/getSimilarQuestions?${new URLSearchParams({ title })}`;

type Written = { title: string; text: string; tags: string[] };

const toWire = ({ tags, ...question }: Written) => ({ ...question, tags: tags.map((name) => ({ name })) });

export const addQuestion = (question: Written & { communityId: string | undefined; askedBy: string; nonce: string }) =>
  post<Question>('/question/addQuestion', toWire(question));

export const editQuestion = (qid: string, question: Written) =>
  patch<Question>('/question/editQuestion', { qid, ...toWire(question) });

export const addAnswer = (qid: string, ans: { text: string; ansBy: string; nonce: string }) =>
  post<Answer>('/answer/addAnswer', { qid, ans });
