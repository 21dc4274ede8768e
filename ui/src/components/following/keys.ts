import { keysOf, type PageKey } from '../../lib/cacheKeys';

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
