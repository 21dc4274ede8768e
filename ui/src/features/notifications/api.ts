import { getCount, patch } from '../../api/client';
import type { Notification } from '../../api/generated';

/** The path, and cache key, of the first part of one's notifications. */
export const notificationsPath = (username: string) =>
  `/notification/getNotifications?${new URLSearchParams({ userID: username, limit: '20' })}`;

/** Whether a path is a part of one's notifications. */
export const isNotifications = (path: unknown) =>
  typeof path === 'string' && path.startsWith('/notification/getNotifications?userID=');

/** The path, and cache key, of how many of one's notifications are not viewed yet. */
export const unreadPath = '/notification/getNotifications?limit=1';

export const getUnread = (path: string) => getCount(path, 'x-unread-count');

export const viewNotification = (notificationID: string) =>
  patch<Notification>('/notification/viewNotification', { notificationID }, 'Error marking notification as viewed');

export const clearAllNotifications = () => patch<Notification[]>('/notification/clearAllNotifications', {});
