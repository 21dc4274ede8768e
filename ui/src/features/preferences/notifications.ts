import { isOn, onOrOff, useIsOn } from '../../lib/preference';

/** Whether this browser shows notifications. */
export const notifications = onOrOff('notificationsEnabled', true);

export const areNotificationsEnabled = () => isOn(notifications);
export const useNotificationsEnabled = () => useIsOn(notifications);
