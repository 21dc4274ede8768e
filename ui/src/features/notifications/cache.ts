import type { Page } from '../../api/client';
import type { Answer, Notification, NotificationUpdate, Question } from '../../api/generated';
import { keyEquals } from '../../lib/cacheKeys';
import type { CacheEditor, Refetch } from '../../lib/useCacheEditor';
import { isFirstNotificationPage, isNotificationData, isNotificationList, unreadKey } from './keys';

const headlines = { answer: 'New answer', comment: 'New comment' } as const;

/** Returns a short headline. */
export const headline = ({ updateType, updateBy }: Notification) => `${headlines[updateType]} from ${updateBy}`;

function changeEach(edit: CacheEditor, change: (notification: Notification) => Notification) {
  edit<Page<Notification>>(isNotificationList, (page) => {
    const items = page.items.map(change);
    return items.some((item, index) => item !== page.items[index]) ? { ...page, items } : page;
  });
}

/** Sets whether a notification is viewed. */
export function setViewed(edit: CacheEditor, id: string, viewed: boolean) {
  changeEach(edit, (known) => (known._id === id && known.viewed !== viewed ? { ...known, viewed } : known));
}

/** Marks all notifications as viewed. */
export function setAllViewed(edit: CacheEditor) {
  changeEach(edit, (known) => (known.viewed ? known : { ...known, viewed: true }));
  edit<number>(keyEquals(unreadKey), () => 0);
}

/** Applies a created, viewed or cleared notification, of this browser or another one. */
export function notificationUpdated(edit: CacheEditor, mutate: Refetch, { notification, type }: NotificationUpdate) {
  if (type === 'cleared') setAllViewed(edit);
  else if (type === 'viewed') setViewed(edit, notification._id, true);
  else {
    edit<Page<Notification>>(
      isFirstNotificationPage,
      (page) =>
        page.items.some(({ _id }) => _id === notification._id)
          ? page
          : { ...page, items: [notification, ...page.items], total: page.total + 1 },
      'reload',
    );
  }
  void mutate(unreadKey);
}

/**
 * Fetches the notifications again after a change of a post. Notifications about the viewer's own
 * posts change or disappear with it.
 */
export function invalidate(mutate: Refetch, username: string, post: Question | Answer) {
  const isMine =
    'ansBy' in post
      ? post.ansBy === username
      : post.deletedAt || post.askedBy === username || post.answers.some(({ ansBy }) => ansBy === username);
  if (isMine) void mutate(isNotificationData);
}
