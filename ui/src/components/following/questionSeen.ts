import type { InboxUnread } from '../../api/generated';
import { keyEquals } from '../../lib/cacheKeys';
import type { CacheEditor, Refetch } from '../../lib/useCacheEditor';
import { isInboxData, unreadKey } from '../inbox/keys';

/** Fetches the inbox again after the viewer has seen a question, if there is news in what they watch. */
export function questionSeen(edit: CacheEditor, mutate: Refetch) {
  edit<InboxUnread>(keyEquals(unreadKey), (unread) => {
    if (unread.hasWatched) void mutate(isInboxData);
    return unread;
  });
}
