import { del, patch, post } from '../../api/client';
import type { DeliveryKind, PushSettings } from '../../api/generated';
import type { CacheKey } from '../../lib/cacheKeys';

export const pushSettingsKey: CacheKey<'pushSettings'> = { type: 'pushSettings', path: '/user/getPushSettings' };

/**
 * Adds this browser to the user's devices, or replaces it there. With `hidesText`, its messages only say that there is
 * something new; without it, that stays as it was.
 */
export const addDevice = ({ endpoint, keys }: PushSubscriptionJSON, hidesText?: boolean) =>
  post<unknown>('/user/addPushDevice', { endpoint, keys, hidesText });

/** Chooses whether a device is told of a kind of news, if the user wants that kind on their devices. */
export const chooseDeviceDelivery = (deviceId: string, kind: DeliveryKind, wanted: boolean) =>
  patch<PushSettings>('/user/chooseDeviceDelivery', { deviceId, kind, wanted });

export const removeDevice = (deviceId: string) => del<unknown>('/user/removePushDevice', { deviceId });
