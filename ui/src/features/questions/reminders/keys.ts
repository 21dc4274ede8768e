import { type CacheKey, keysOfTypes } from '../../../lib/cacheKeys';

/** The key of the viewer's notes and reminders of some questions: up to 100. */
export const starNotesKey = (qids: string[]): CacheKey<'starNotes'> => ({
  type: 'starNotes',
  path: `/star/getStarNotes?ids=${qids.join(',')}`,
});

/** Matches everything that contains notes or reminders. */
export const isStarNotes = keysOfTypes('inbox', 'inboxUnread', 'starNotes');
