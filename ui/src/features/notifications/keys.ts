import { type CacheKey, keysOf, keysOfTypes, type PageKey } from '../../lib/cacheKeys';

/** The message if notifications cannot be fetched. */
const logMessage = 'Error retrieving notifications';

/** The key of the first page of the viewer's notifications. */
export const notificationListKey = (username: string): PageKey<'notificationList'> => ({
  type: 'notificationList',
  path: `/notification/getNotifications?${new URLSearchParams({ userID: username, limit: '20' })}`,
  logMessage,
});

/** Matches every page of the viewer's notifications. */
export const isNotificationList = keysOf('notificationList');

/** Matches the first page, where new notifications appear. */
export const isFirstNotificationPage = keysOf<PageKey<'notificationList'>>(
  'notificationList',
  ({ isContinuation }) => !isContinuation,
);

/** The key of the number of notifications that are not viewed yet. */
export const unreadKey: CacheKey<'unreadNotifications'> = {
  type: 'unreadNotifications',
  path: '/notification/getNotifications?limit=1',
  logMessage,
};

/** Matches the notifications and the number of unread ones. */
export const isNotificationData = keysOfTypes('notificationList', 'unreadNotifications');
