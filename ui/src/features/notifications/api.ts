import { getCount, patch } from '../../api/client';
import type { Notification } from '../../api/generated';
import type { CacheKey } from '../../lib/cacheKeys';

/** Fetches the number of notifications that are not viewed yet. */
export const getUnreadCount = ({ path }: CacheKey) => getCount(path, 'x-unread-count');

export const viewNotification = (notificationID: string) =>
  patch<Notification>('/notification/viewNotification', { notificationID }, 'Error marking notification as viewed');

export const clearAllNotifications = () => patch<Notification[]>('/notification/clearAllNotifications', {});
