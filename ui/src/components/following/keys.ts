import type { PageKey } from '../../lib/cacheKeys';

/** The key of what the viewer watches or has muted: up to 1,000. */
export const followListKey: PageKey<'followList'> = { type: 'followList', path: '/following/getFollows' };
