import { del, post } from '../../api/client';
import type { CacheKey } from '../../lib/cacheKeys';

/** A device that is told of news. */
export type PushDevice = {
  _id: string;
  name: string;
  createdAt: string;
  /** Whether it belongs to the session of the request. */
  isCurrent: boolean;
};

export type PushSettings = {
  /** The public key of this site for push services, as base64url. */
  publicKey: string;
  devices: PushDevice[];
};

export const pushSettingsKey: CacheKey<'pushSettings'> = { type: 'pushSettings', path: '/user/getPushSettings' };

/** Adds this browser to the user's devices. */
export const addDevice = ({ endpoint, keys }: PushSubscriptionJSON) =>
  post<unknown>('/user/addPushDevice', { endpoint, keys });

export const removeDevice = (deviceId: string) => del<unknown>('/user/removePushDevice', { deviceId });
