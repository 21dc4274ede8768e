import type { CacheKey } from './cacheKeys';

/** The key of the viewer's e-mail address. */
export const mailSettingsKey: CacheKey<'mailSettings'> = { type: 'mailSettings', path: '/user/getMailSettings' };
