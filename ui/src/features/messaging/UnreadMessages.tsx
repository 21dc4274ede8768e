import useSWR from 'swr';
import { get } from '../../api/client';
import type { ReadState } from '../../api/generated';
import { CountBadge } from '../../components/CountBadge';
import { getUnreadChats, unreadChatsPath, unreadPath } from './api';

/** Another device may have read meanwhile. */
const options = { revalidateOnFocus: true };

/** In how many of one's chats something is unread: 0 while nobody asks. */
export function useUnreadChats(isAsked: boolean): number {
  const { data = 0 } = useSWR<number, unknown>(isAsked && unreadChatsPath, getUnreadChats, options);
  return data;
}

/** How many messages of the global chat, or how many chats of few, are unread; or both together. */
export default function UnreadMessages({ of }: { of?: 'global' | 'direct' }) {
  const { data: { unread } = { unread: 0 } } = useSWR<ReadState, unknown>(of !== 'direct' && unreadPath, get, options);
  const chats = useUnreadChats(of !== 'global');
  return <CountBadge count={unread + chats} what={of === 'direct' ? 'unread chat' : 'unread message'} />;
}
