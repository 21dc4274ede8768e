import useSWR from 'swr';
import type { InboxUnread } from '../../api/generated';
import { fetchKey } from '../../lib/cacheKeys';
import { unreadKey } from './keys';

/** Returns how much in the viewer's inbox is unread. The focus of the window brings what other devices did. */
export const useUnread = (): InboxUnread | undefined =>
  useSWR<InboxUnread, unknown>(unreadKey, fetchKey, { revalidateOnFocus: true }).data;

/** Returns the number of unread entries, without what is only watched. If notifications are off, only notices and reminders count. */
export function unreadCount(unread: InboxUnread | undefined, isOn: boolean): number {
  if (!unread) return 0;
  const { responses, mentions, own, notices, reminders } = unread;
  return notices + reminders + (isOn ? responses + mentions + own : 0);
}
