import { type CacheKey, keysOf, keysOfTypes, type PageKey } from '../../lib/cacheKeys';
import { userSearchTexts } from '../../lib/userSearchTexts';

/** The key of whether the viewer has blocked a user. */
export const blockKey = (username: string): CacheKey<'block'> => ({
  type: 'block',
  path: `/user/getBlock/${encodeURIComponent(username)}`,
});

/** The key of the first page of the users whom the viewer has blocked. */
export const blockedUsersKey: PageKey<'blockedUsers'> = { type: 'blockedUsers', path: '/user/getBlockedUsers' };

/** Matches whether the viewer has blocked users, and the list of them. */
export const isAboutBlocks = keysOfTypes('block', 'blockedUsers');

/** The orders of the list of users. */
export const userOrders = { mostPosts: 'Most posts', name: 'Name' } as const;

export type UserOrder = keyof typeof userOrders;

/** The key of the first page of the list of users. */
export const userListKey = (search: string, order: UserOrder): PageKey<'userList'> => ({
  type: 'userList',
  path: `/user/getUsers?${new URLSearchParams({ search, order, limit: '60' })}`,
  logMessage: userSearchTexts.error,
});

/** Matches every page of users, those of other features included. */
export const isUserList = keysOf('userList');

/** The message if contributions cannot be fetched. */
export const contributionsError = 'Error fetching user contributions';

export type ContributionsKey = CacheKey<'contributions'> & { readonly username: string };

/** The key of a user's contributions from one day to another. */
export const contributionsKey = (username: string, from: string, to: string): ContributionsKey => ({
  type: 'contributions',
  username,
  path: `/contributions/getContributions?userID=${encodeURIComponent(username)}&${new URLSearchParams({ from, to })}`,
  logMessage: contributionsError,
});

/** Matches the contributions of these users, on whatever days. */
export const isContributionsOf = (usernames: string[]) =>
  keysOf<ContributionsKey>('contributions', ({ username }) => usernames.includes(username));

/** The key of the viewer's own sessions. */
export const sessionsKey: CacheKey<'sessions'> = { type: 'sessions', path: '/user/getSessions' };

/** The key of the viewer's passkeys. */
export const passkeysKey: CacheKey<'passkeys'> = { type: 'passkeys', path: '/user/getPasskeys' };

/** The key of the viewer's API tokens. */
export const apiTokensKey: CacheKey<'apiTokens'> = { type: 'apiTokens', path: '/user/getApiTokens' };

export { mailSettingsKey } from '../../lib/mailSettings';

/** The key of what the viewer wants to be told outside of the site. */
export const deliveryPreferencesKey: CacheKey<'deliveryPreferences'> = {
  type: 'deliveryPreferences',
  path: '/user/getDeliveryPreferences',
};

export type AuthoredKey = PageKey<'authoredPosts'> & { readonly username: string };

/** The key of the first page of a user's questions and answers, or of one kind of them. */
export const authoredKey = (username: string, kind?: 'question' | 'answer'): AuthoredKey => ({
  type: 'authoredPosts',
  username,
  path: `/user/getPosts/${encodeURIComponent(username)}?${new URLSearchParams({ limit: '10', ...(kind && { type: kind }) })}`,
});

/** Matches every page of the posts of these users. */
export const isAuthoredBy = (usernames: string[]) =>
  keysOf<AuthoredKey>('authoredPosts', ({ username }) => usernames.includes(username));
