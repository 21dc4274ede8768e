import useSWR from 'swr';
import { CountBadge } from '../../components/CountBadge';
import { getUnreadCount } from './api';
import { unreadKey } from './keys';

/** Returns the number of unread notifications; 0 if disabled. */
export function useUnread(isAsked = true): number {
  const { data = 0 } = useSWR<number, unknown>(isAsked && unreadKey, getUnreadCount);
  return data;
}

/** Shows the number of unread notifications. Renders nothing for 0. */
export function UnreadBadge() {
  return <CountBadge count={useUnread()} noun="unread notification" />;
}
