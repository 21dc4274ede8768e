import { type BodyKey, type CacheKey, keysOf, keysOfTypes, type PageKey } from '../../lib/cacheKeys';
import { type Order, type Period, questionError, questionsError } from './api';

/** The number of cards on a page. */
const pageSize = 20;

export type ListQuery = {
  order: Order;
  /** Only of the order by votes. */
  period?: Period;
  tag: string;
  search: string;
  communityId?: string | undefined;
};

export type QuestionListKey = PageKey<'questionList'> & { readonly communityId: string | undefined };

/** The key of the first page of a list: of all questions, or of those in a community. */
export function questionListKey({ order, period, tag, search, communityId }: ListQuery): QuestionListKey {
  const query = new URLSearchParams({ order, view: 'card', limit: String(pageSize) });
  const all = [tag && `[${tag}]`, search].filter(Boolean).join(' ');
  if (all) query.set('search', all);
  if (period) query.set('period', period);
  const path = `/question/get${communityId ? `CommunityQuestions/${communityId}` : 'Question'}?${query}`;
  const logMessage = communityId ? 'Error when fetching community questions' : questionsError;
  return { type: 'questionList', communityId, path, logMessage };
}

/** The key of the questions that may be the original of a duplicate. */
export const candidatesKey = (search: string): QuestionListKey => ({
  type: 'questionList',
  communityId: undefined,
  path: `/question/getQuestion?${new URLSearchParams({ order: 'relevance', view: 'card', limit: '5', search })}`,
  logMessage: questionsError,
});

/** The key of the most voted questions of the last seven days. */
export const topOfWeekKey: QuestionListKey = {
  type: 'questionList',
  communityId: undefined,
  path: `/question/getQuestion?${new URLSearchParams({ order: 'votes', period: 'week', view: 'card', limit: '20' })}`,
  logMessage: questionsError,
};

/** The key of the questions for the viewer. */
export const forYouKey: CacheKey<'forYou'> = {
  type: 'forYou',
  path: '/question/getForYou',
  logMessage: questionsError,
};

/** The key of the questions that are pinned above a list: of all questions, of those with a tag, or of a community. */
export const pinnedKey = (tag: string, communityId: string | undefined): CacheKey<'pinned'> => ({
  type: 'pinned',
  path: `/question/getPinned${communityId ? `?community=${communityId}` : tag && `?${new URLSearchParams({ tag })}`}`,
});

/** Matches all pinned questions. */
export const isPinned = keysOf('pinned');

/** The key of the communities to which a question may be moved: those of the viewer, or all. */
export const moveTargetsKey = (mine: boolean): PageKey<'communityList'> => ({
  type: 'communityList',
  path: `/community/getAllCommunities?${new URLSearchParams({ view: 'card', limit: '100', ...(mine && { member: 'true' }) })}`,
});

/** Matches everything that has question cards as its items. */
export const isQuestionList = keysOfTypes('questionList', 'starredList', 'forYou');

/** Matches the pages of all lists of a community, or of all lists outside of communities. */
export const isListOfCommunity = (communityId: string | undefined) =>
  keysOf<QuestionListKey>('questionList', (key) => key.communityId === communityId);

/** The key of one question. */
export const questionKey = (id: string): CacheKey<'question'> => ({
  type: 'question',
  path: `/question/getQuestionById/${encodeURIComponent(id)}`,
  logMessage: questionError,
});

/** The key of the questions that are linked to a question as duplicates. */
export const duplicatesKey = (qid: string): CacheKey<'duplicates'> => ({
  type: 'duplicates',
  path: `/question/getDuplicates/${encodeURIComponent(qid)}`,
});

/** The key of the questions that are similar to one that is being written: its title, tags and text as JSON. */
export const similarKey = (body: string): BodyKey<'similarQuestions'> => ({
  type: 'similarQuestions',
  path: '/question/getSimilarQuestions',
  body,
});

/** The key of the questions that are related to a question. */
export const relatedKey = (qid: string): CacheKey<'relatedQuestions'> => ({
  type: 'relatedQuestions',
  path: `/question/getRelatedQuestions/${encodeURIComponent(qid)}`,
});

/** The key of the viewer's deleted posts: all of them, or those of one question. */
export const deletedPostsKey = (qid?: string): PageKey<'deletedPosts'> => ({
  type: 'deletedPosts',
  path: `/post/getDeletedPosts?${new URLSearchParams(qid ? { qid } : { limit: '20' })}`,
});

/** The key of the first page of a post's revisions. */
export const revisionsKey = (id: string): PageKey<'revisions'> => ({
  type: 'revisions',
  path: `/post/getRevisions/${encodeURIComponent(id)}?limit=20`,
});

/** The key of the current version of a post and of its suggested edits that the viewer sees. */
export const suggestedEditsKey = (id: string): CacheKey<'suggestedEdits'> => ({
  type: 'suggestedEdits',
  path: `/post/getSuggestedEdits/${encodeURIComponent(id)}`,
});

/** Matches what may change when an edit is suggested, withdrawn or decided. */
export const isAboutSuggestedEdits = keysOfTypes('suggestedEdits', 'permissions');

export type NewsKey = CacheKey<'news'> & { readonly qid: string };

/** The key of what is new to the viewer in a question. */
export const newsKey = (qid: string): NewsKey => ({ type: 'news', path: `/following/getNews?ids=${qid}`, qid });

/** The key of whether the viewer has starred a question. */
export const starKey = (qid: string): CacheKey<'star'> => ({
  type: 'star',
  path: `/star/getStar/${encodeURIComponent(qid)}`,
});

/** The key of the first page of the viewer's starred questions. */
export const starredListKey = (username: string): PageKey<'starredList'> => ({
  type: 'starredList',
  path: `/star/getStars?${new URLSearchParams({ username, view: 'card', limit: '20' })}`,
  logMessage: 'Failed to fetch starred questions',
});

/** Matches every page of the viewer's starred questions. */
export const isStarredList = keysOf('starredList');
