import { type CacheKey, keysOf } from './cacheKeys';

export type UserKey = CacheKey<'user'> & { readonly username: string };

/** The key of one user. */
export const userKey = (username: string): UserKey => ({
  type: 'user',
  username,
  path: `/user/getUser/${encodeURIComponent(username)}`,
  logMessage: 'Error when fetching user',
});

/** Matches the key of a user, whatever the case of the username in the address. */
export const isUser = (username: string) =>
  keysOf<UserKey>('user', (key) => key.username.toLowerCase() === username.toLowerCase());
