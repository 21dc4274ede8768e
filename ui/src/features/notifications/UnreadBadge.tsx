import useSWR from 'swr';
import { CountBadge } from '../../components/CountBadge';
import { getUnread, unreadPath } from './api';

/** How many notifications wait to be read: 0 while nobody asks. */
export function useUnread(isAsked = true): number {
  const { data = 0 } = useSWR<number, unknown>(isAsked && unreadPath, getUnread);
  return data;
}

/** The number of notifications that wait to be read; nothing while there are none. */
export function UnreadBadge() {
  return <CountBadge count={useUnread()} what="unread notification" />;
}
