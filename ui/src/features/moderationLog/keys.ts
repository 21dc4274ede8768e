import type { CacheKey, PageKey } from '../../lib/cacheKeys';
import { markSeen } from '../../lib/markSeen';

/** The key of what the viewer is told and has not seen. */
export const noticesKey: CacheKey<'moderation'> = { type: 'moderation', path: '/moderation/getNotices' };

/** The key of the first page of the actions that concern the viewer. */
export const ownLogKey: PageKey<'moderation'> = { type: 'moderation', path: '/moderation/getOwnLog?limit=20' };

/** The key of the first page of the public log. */
export const publicLogKey: PageKey<'moderation'> = { type: 'moderation', path: '/moderation/getPublicLog?limit=30' };

/** Marks actions and badges up to one as seen. */
export const markNoticesSeen = (upTo: string) => markSeen('/moderation/markNoticesSeen', { upTo }, 'moderation');
