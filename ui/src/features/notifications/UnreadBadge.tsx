import useSWR from 'swr';
import { CountBadge } from '../../components/CountBadge';
import { getUnread, unreadPath } from './api';

/** How many notifications wait to be read; nothing while there are none. */
export function UnreadBadge() {
  const { data: unread = 0 } = useSWR<number, unknown>(unreadPath, getUnread);
  return <CountBadge count={unread} what="unread notification" />;
}
