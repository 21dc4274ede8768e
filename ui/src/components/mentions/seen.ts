import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import { markSeen } from '../../lib/markSeen';
import { useUnread } from '../inbox/useUnread';
import { isSeenWithMentions } from './keys';
import { useMentions } from './useMentions';

/** Marks the mentions in the question, the chat or the community that the viewer looks at as seen. Null: that in the global chat. */
export function useSeenMentions(place: string | null): void {
  const unread = useUnread();
  // A response that mentions the viewer counts as a response.
  const { items } = useMentions(unread !== undefined && unread.mentions + unread.responses > 0);
  const { mutate } = useSWRConfig();
  const here = items.filter(({ kind, qid, chatId, contentId }) =>
    place === null ? kind === 'message' && !chatId : [qid, chatId, contentId].includes(place),
  );
  const ids = here.map(({ _id }) => _id).join(' ');
  useEffect(() => {
    if (!ids) return;
    markSeen('/mention/markMentionsSeen', { ids: ids.split(' ') }, 'mentions').then(
      () => mutate(isSeenWithMentions),
      // They stay new, and are marked with the next visit.
      () => undefined,
    );
  }, [ids, mutate]);
}
