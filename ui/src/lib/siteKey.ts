import type { CacheKey } from './cacheKeys';

/** The key of what everybody may know of the site. */
export const siteKey: CacheKey<'site'> = { type: 'site', path: '/site/getSite' };
