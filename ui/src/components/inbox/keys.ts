import type { EntryKind, InboxEntry } from '../../api/generated';
import { type CacheKey, keysOf, keysOfTypes, type PageKey } from '../../lib/cacheKeys';

export type InboxKind = InboxEntry['kind'];

/** A kind of entries that the viewer can mute. */
export type MutableKind = Exclude<EntryKind, 'admitted'> | 'badge';

/** The message if the inbox cannot be fetched. */
const logMessage = 'Error retrieving notifications';

/** The key of the first page of the viewer's inbox, or of its entries of some kinds. */
export const inboxKey = (kinds: readonly InboxKind[] = []): PageKey<'inbox'> => ({
  type: 'inbox',
  path: `/inbox/getEntries?${new URLSearchParams({ ...(kinds.length > 0 && { kinds: kinds.join(',') }), limit: '20' })}`,
  logMessage,
});

/** Matches every page of the inbox. */
export const isInbox = keysOf('inbox');

/** The key of how much in the inbox is unread. */
export const unreadKey: CacheKey<'inboxUnread'> = { type: 'inboxUnread', path: '/inbox/getUnreadCounts', logMessage };

/** The key of the kinds of entries that the viewer has muted. */
export const mutedKindsKey: CacheKey<'inboxMuted'> = { type: 'inboxMuted', path: '/inbox/getMutedKinds' };

/** Matches the inbox and how much in it is unread. */
export const isInboxData = keysOfTypes('inbox', 'inboxUnread');
