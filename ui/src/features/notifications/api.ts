import { getCount, patch } from '../../api/client';
import type { Notification } from '../../api/generated';
import type { CacheKey } from '../../lib/cacheKeys';

/** Fetches the number of notifications that are not viewed yet. */
export const getUnreadCount = ({ path, logMessage }: CacheKey) => getCount(path, 'x-unread-count', logMessage);

export const viewNotification = (notificationID: string) =>
  patch<Notification>('/notification/viewNotification', { notificationID }, 'Error marking notification as viewed');

/** The message if the notifications cannot be cleared. */
export const clearError = 'Error clearing notifications';

export const clearAllNotifications = () => patch<Notification[]>('/notification/clearAllNotifications', {}, clearError);
