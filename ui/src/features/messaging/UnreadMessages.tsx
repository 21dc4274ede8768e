import useSWR from 'swr';
import { get } from '../../api/client';
import type { ReadState } from '../../api/generated';
import { CountBadge } from '../../components/CountBadge';
import { getUnreadChats, unreadChatsPath, unreadPath } from './api';

/** Another device may have read meanwhile. */
const options = { revalidateOnFocus: true };

/** How many messages of the global chat, or how many chats of few, are unread; or both together. */
export default function UnreadMessages({ of }: { of?: 'global' | 'direct' }) {
  const { data: { unread } = { unread: 0 } } = useSWR<ReadState, unknown>(of !== 'direct' && unreadPath, get, options);
  const { data: chats = 0 } = useSWR<number, unknown>(of !== 'global' && unreadChatsPath, getUnreadChats, options);
  return <CountBadge count={unread + chats} what={of === 'direct' ? 'unread chat' : 'unread message'} />;
}
