import { communityError } from '../../components/community/useCommunity';
import { type CacheKey, keysOf, keysOfTypes, type PageKey } from '../../lib/cacheKeys';

/** The key of the first page of a list of communities: all, or those that the viewer is a member of. */
export function communityListKey({ mine, search = '' }: { mine: boolean; search?: string }): PageKey<'communityList'> {
  const query = new URLSearchParams({ view: 'card', limit: '30' });
  if (mine) query.set('member', 'true');
  if (search) query.set('search', search);
  return { type: 'communityList', path: `/community/getAllCommunities?${query}`, logMessage: communityError };
}

/** Matches every page of communities. */
export const isCommunityList = keysOf('communityList');

/** The number of people on a page. */
const pageSize = '50';

export type CommunityMembersKey = PageKey<'communityMembers'> & { readonly communityId: string };

/** The key of the first page of a community's members, or of its moderators. */
export const membersKey = (communityId: string, role: 'member' | 'moderator'): CommunityMembersKey => ({
  type: 'communityMembers',
  communityId,
  path: `/community/getMembers/${communityId}?${new URLSearchParams({ role, limit: pageSize })}`,
  logMessage: communityError,
});

/** The key of the first page of a community's join requests. */
export const requestsKey = (communityId: string): CommunityMembersKey => ({
  type: 'communityMembers',
  communityId,
  path: `/community/getMemberRequests/${communityId}?limit=${pageSize}`,
  logMessage: communityError,
});

/** The key of how much of a community becomes public when everyone may read it. */
export const reachKey = (communityId: string): CacheKey<'communityReach'> => ({
  type: 'communityReach',
  path: `/community/getReach/${communityId}`,
  logMessage: communityError,
});

/** The key of the names of the webhooks that get what is posted in a community. */
export const webhookNamesKey = (communityId: string): CacheKey<'webhookNames'> => ({
  type: 'webhookNames',
  path: `/webhook/getWebhookNames/${communityId}`,
});

type RemovalsKey = PageKey<'removals'> & { readonly communityId: string };

/** The key of the first page of the posts that moderators of a community have removed. */
export const removalsKey = (communityId: string): RemovalsKey => ({
  type: 'removals',
  communityId,
  path: `/community/getRemovals/${communityId}?limit=${pageSize}`,
});

/** Matches the removed posts of a community. */
export const isRemovalsOf = (communityId: string) =>
  keysOf<RemovalsKey>('removals', (key) => key.communityId === communityId);

/** Matches the members, moderators and join requests of a community. */
export const isMembersOf = (communityId: string) =>
  keysOf<CommunityMembersKey>('communityMembers', (key) => key.communityId === communityId);

/** Matches data that may come from a private community without naming it. */
export const isAggregate = keysOfTypes('contributions', 'inbox', 'inboxUnread', 'tagList');

/** Matches questions as their own page shows them. */
export const isQuestion = keysOf('question');

/** Matches the questions that are similar or related to another one. */
export const isSimilarQuestions = keysOfTypes('similarQuestions', 'relatedQuestions');

/** Matches every page of question cards. */
export const isQuestionPage = keysOfTypes('questionList', 'starredList');
