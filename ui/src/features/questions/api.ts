import { patch, post } from '../../api/client';
import type { Answer, Question } from '../../api/generated';
import { routes } from '../../lib/routes';

/**
 * The orders of question lists, as the selector shows them. The last one is for search results
 * only.
 */
export const orders = {
  newest: 'Newest',
  unanswered: 'Unanswered',
  active: 'Active',
  mostViewed: 'Most Viewed',
  votes: 'Most Votes',
  relevance: 'Relevance',
} as const;
export type Order = keyof typeof orders;

/** The periods of the order by votes: when a question was asked. The first one is the default. */
export const periods = { all: 'All time', year: 'Past year', month: 'Past month', week: 'Past week' } as const;
export type Period = keyof typeof periods;

/** The message if a question cannot be fetched. */
export const questionError = 'Error when fetching question by id';

/** The message if questions cannot be fetched. */
export const questionsError = 'Error when fetching or filtering questions';

/** The message if a question cannot be asked. */
export const addQuestionError = 'Error while creating a new question';

/** The message if a question cannot be answered. */
export const addAnswerError = 'Error while creating a new answer';

/** The heading of an empty list. */
export const noQuestions = 'No Questions Found';

/** Returns the heading of a list: its filter, or `all` without one. */
export const listTitle = (query: URLSearchParams, all: string) =>
  query.get('search')?.trim() ? 'Search Results' : query.get('tag') || all;

/** Returns the addresses of the page with all questions, or with those of a community. */
export const listAddress =
  (communityId: string | undefined) => (query: { tag?: string; search?: string; order?: string }) =>
    communityId ? routes.community.to(communityId, query) : routes.questions.to(query);

type QuestionInput = { title: string; text: string; tags: string[] };

const toWire = ({ tags, ...question }: QuestionInput) => ({ ...question, tags: tags.map((name) => ({ name })) });

export const addQuestion = (
  question: QuestionInput & { communityId: string | undefined; askedBy: string; nonce: string },
) => post<Question>('/question/addQuestion', toWire(question), addQuestionError);

export const editQuestion = (qid: string, question: QuestionInput) =>
  patch<Question>('/question/editQuestion', { qid, ...toWire(question) });

export const addAnswer = (qid: string, ans: { text: string; ansBy: string; nonce: string }) =>
  post<Answer>('/answer/addAnswer', { qid, ans }, addAnswerError);
