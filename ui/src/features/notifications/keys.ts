import { type CacheKey, keysOf, keysOfTypes, type PageKey } from '../../lib/cacheKeys';

/** The key of the first page of the viewer's notifications. */
export const notificationListKey = (username: string): PageKey<'notificationList'> => ({
  type: 'notificationList',
  path: `/notification/getNotifications?${new URLSearchParams({ userID: username, limit: '20' })}`,
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
};

/** Matches the notifications and the number of unread ones. */
export const isNotificationData = keysOfTypes('notificationList', 'unreadNotifications');
