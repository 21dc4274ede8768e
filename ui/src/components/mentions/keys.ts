import { keysOf, keysOfTypes, type PageKey } from '../../lib/cacheKeys';

/** The key of the first page of the texts that name the viewer and that they have not seen. */
export const mentionsKey: PageKey<'mentions'> = {
  type: 'mentions',
  path: '/mention/getMentions?limit=20',
  logMessage: 'Error retrieving mentions',
};

/** Matches every page of the viewer's mentions. */
export const isMentions = keysOf('mentions');

/** Matches the viewer's mentions and the inbox, where they are too. */
export const isSeenWithMentions = keysOfTypes('mentions', 'inbox', 'inboxUnread');
