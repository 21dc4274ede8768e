import { booleanPreference, isOn, useIsOn } from '../../lib/preference';

/** Whether this browser shows notifications. */
export const notifications = booleanPreference('notificationsEnabled', true);

export const areNotificationsEnabled = () => isOn(notifications);
export const useNotificationsEnabled = () => useIsOn(notifications);
