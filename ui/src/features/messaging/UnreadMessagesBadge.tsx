import useSWR from 'swr';
import type { ReadState } from '../../api/generated';
import { CountBadge } from '../../components/CountBadge';
import { fetchKey } from '../../lib/cacheKeys';
import { getUnreadChats } from './api';
import { globalReadStateKey, unreadChatsKey } from './keys';

/** Another device may have read messages meanwhile. */
const options = { revalidateOnFocus: true };

/** Returns the number of the viewer's chats with unread messages; 0 if disabled. */
export function useUnreadChats(isAsked: boolean): number {
  const { data = 0 } = useSWR<number, unknown>(isAsked && unreadChatsKey, getUnreadChats, options);
  return data;
}

/** Shows the number of unread global messages, of chats with unread messages, or their sum. */
export default function UnreadMessagesBadge({ of }: { of?: 'global' | 'direct' }) {
  const { data: { unread } = { unread: 0 } } = useSWR<ReadState, unknown>(
    of !== 'direct' && globalReadStateKey,
    fetchKey,
    options,
  );
  const chats = useUnreadChats(of !== 'global');
  return <CountBadge count={unread + chats} noun={of === 'direct' ? 'unread chat' : 'unread message'} />;
}
