import type { Page } from '../../api/client';
import type { Answer, InboxEntry, InboxUnread, NotificationUpdate, Question } from '../../api/generated';
import { isInbox, isInboxData, unreadKey } from '../../components/inbox/keys';
import { keyEquals } from '../../lib/cacheKeys';
import { refetchSoon } from '../../lib/refetchSoon';
import type { CacheEditor, Refetch } from '../../lib/useCacheEditor';
import { partsOf } from './entries';

/** The delay before the inbox is fetched again, in milliseconds: what many do at the same time is fetched once. */
const delayMs = 150;

/** Fetches the inbox again, soon. */
export const changed = (mutate: Refetch) => refetchSoon('inbox', delayMs, () => mutate(isInboxData));

/** Marks the shown entries that match as read, before the server knows. */
export function setRead(edit: CacheEditor, matches: (entry: InboxEntry) => boolean) {
  edit<Page<InboxEntry>>(isInbox, (page) => {
    const items = page.items.map((entry) => (entry.isNew && matches(entry) ? { ...entry, isNew: false } : entry));
    return items.some((entry, index) => entry !== page.items[index]) ? { ...page, items } : page;
  });
}

/** Shows that nothing is unread, before the server knows. */
export function setAllRead(edit: CacheEditor) {
  setRead(edit, () => true);
  edit<InboxUnread>(keyEquals(unreadKey), (unread) => ({
    ...unread,
    responses: 0,
    mentions: 0,
    mentioningChats: 0,
    own: 0,
    notices: 0,
    reminders: 0,
    hasWatched: false,
  }));
}

/** Applies a created, viewed or cleared notification, of this browser or another one. */
export function notificationUpdated(edit: CacheEditor, mutate: Refetch, { notification, type }: NotificationUpdate) {
  if (type === 'viewed') setRead(edit, ({ kind, item }) => kind === 'response' && item._id === notification._id);
  if (type === 'cleared') setRead(edit, ({ kind }) => kind === 'response');
  changed(mutate);
}

/** Fetches the inbox again, if an entry is about a changed question, answer, message or community. */
export function invalidate(edit: CacheEditor, mutate: Refetch, id: string) {
  edit<Page<InboxEntry>>(isInbox, (page) => {
    if (page.items.some((entry) => partsOf(entry).includes(id))) changed(mutate);
    return page;
  });
}

/** Fetches the inbox again after a change of a post of the viewer: entries about it change, disappear or come back. */
export function postChanged(mutate: Refetch, username: string, post: Question | Answer) {
  const isMine =
    'ansBy' in post
      ? post.ansBy === username
      : post.deletedAt || post.askedBy === username || post.answers.some(({ ansBy }) => ansBy === username);
  if (isMine) changed(mutate);
}
