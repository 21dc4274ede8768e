import type { CacheKey } from '../lib/cacheKeys';

/** The key of the signed-in user. */
export const currentUserKey: CacheKey<'currentUser'> = { type: 'currentUser', path: '/user/me' };
