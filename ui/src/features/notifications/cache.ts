import type { Page } from '../../api/client';
import type { Answer, Notification, NotificationUpdate, Question } from '../../api/generated';
import type { CacheEditor, Refetch } from '../../lib/useCacheEditor';
import { isNotifications, unreadPath } from './api';

const news = { answer: 'New answer', comment: 'New comment' } as const;

/** What has happened, in a few words. */
export const headline = ({ updateType, updateBy }: Notification) => `${news[updateType]} from ${updateBy}`;

/** The first part of the list: what comes is put there. */
const isFirst = (path: string) => isNotifications(path) && !path.includes('cursor=');

function changeEach(edit: CacheEditor, change: (notification: Notification) => Notification) {
  edit<Page<Notification>>(isNotifications, (page) => {
    const items = page.items.map(change);
    return items.some((item, index) => item !== page.items[index]) ? { ...page, items } : page;
  });
}

/** Shows that a notification has been viewed, or has not. */
export function setViewed(edit: CacheEditor, id: string, viewed: boolean) {
  changeEach(edit, (known) => (known._id === id && known.viewed !== viewed ? { ...known, viewed } : known));
}

/** Shows that all notifications have been viewed. */
export function setAllViewed(edit: CacheEditor) {
  changeEach(edit, (known) => (known.viewed ? known : { ...known, viewed: true }));
  edit<number>(
    (path) => path === unreadPath,
    () => 0,
  );
}

/** A notification came, or was viewed, or all of them were: here or in another browser. */
export function changed(edit: CacheEditor, mutate: Refetch, { notification, type }: NotificationUpdate) {
  if (type === 'cleared') setAllViewed(edit);
  else if (type === 'viewed') setViewed(edit, notification._id, true);
  else {
    edit<Page<Notification>>(
      isFirst,
      (page) =>
        page.items.some(({ _id }) => _id === notification._id)
          ? page
          : { ...page, items: [notification, ...page.items], total: page.total + 1 },
      'reload',
    );
  }
  void mutate(unreadPath);
}

/**
 * A post has changed. One's notifications tell of what was written to one's own posts: with it they change, or go.
 */
export function touched(mutate: Refetch, username: string, post: Question | Answer) {
  const isMine =
    'ansBy' in post
      ? post.ansBy === username
      : post.deletedAt || post.askedBy === username || post.answers.some(({ ansBy }) => ansBy === username);
  if (isMine) void mutate((path) => isNotifications(path) || path === unreadPath);
}
