import { del, post } from '../../api/client';
import type { CacheKey } from '../../lib/cacheKeys';

export const pushSettingsKey: CacheKey<'pushSettings'> = { type: 'pushSettings', path: '/user/getPushSettings' };

/**
 * Adds this browser to the user's devices, or replaces it there. With `hidesText`, its messages only say that there is
 * something new; without it, that stays as it was.
 */
export const addDevice = ({ endpoint, keys }: PushSubscriptionJSON, hidesText?: boolean) =>
  post<unknown>('/user/addPushDevice', { endpoint, keys, hidesText });

export const removeDevice = (deviceId: string) => del<unknown>('/user/removePushDevice', { deviceId });
