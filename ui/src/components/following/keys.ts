import type { FollowKind } from '../../api/generated';
import { type CacheKey, keysOf, type PageKey } from '../../lib/cacheKeys';

/** The key of the viewer's state of a question, a tag or a community. */
export const followKey = (kind: FollowKind, object: string): CacheKey<'follow'> => ({
  type: 'follow',
  path: `/following/getFollow?${new URLSearchParams({ kind, object })}`,
});

/** The key of what the viewer watches or has muted: up to 1,000. */
export const followListKey: PageKey<'followList'> = { type: 'followList', path: '/following/getFollows' };

/** The key of the first page of what is new in what the viewer watches. */
export const inboxKey: PageKey<'inbox'> = {
  type: 'inbox',
  path: '/following/getInbox?limit=20',
  logMessage: 'Error retrieving what you watch',
};

/** Matches every page of what is new in what the viewer watches. */
export const isInbox = keysOf('inbox');
