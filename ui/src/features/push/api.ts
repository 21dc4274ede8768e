import { del, post } from '../../api/client';
import type { CacheKey } from '../../lib/cacheKeys';

export const pushSettingsKey: CacheKey<'pushSettings'> = { type: 'pushSettings', path: '/user/getPushSettings' };

/** Adds this browser to the user's devices. */
export const addDevice = ({ endpoint, keys }: PushSubscriptionJSON) =>
  post<unknown>('/user/addPushDevice', { endpoint, keys });

export const removeDevice = (deviceId: string) => del<unknown>('/user/removePushDevice', { deviceId });
