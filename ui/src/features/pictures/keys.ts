import { type CacheKey, keysOf, type PageKey } from '../../lib/cacheKeys';

/** The key of the first page of the viewer's pictures, the newest first. */
export const myPicturesKey: PageKey<'pictures'> = { type: 'pictures', path: '/picture/getMyPictures?limit=30' };

/** The key of what the viewer's pictures take. */
export const pictureUsageKey: CacheKey<'pictures'> = { type: 'pictures', path: '/picture/getPictureUsage' };

/** Matches everything about the viewer's pictures. */
export const isPictures = keysOf('pictures');
