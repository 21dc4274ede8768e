import { type CacheKey, keysOfTypes } from '../../../lib/cacheKeys';

/** The key of the viewer's due reminders, and of when the next one is due. */
export const remindersKey: CacheKey<'reminders'> = { type: 'reminders', path: '/star/getReminders' };

/** The key of the viewer's notes and reminders of some questions: up to 100. */
export const starNotesKey = (qids: string[]): CacheKey<'starNotes'> => ({
  type: 'starNotes',
  path: `/star/getStarNotes?ids=${qids.join(',')}`,
});

/** Matches everything that contains notes or reminders. */
export const isStarNotes = keysOfTypes('reminders', 'starNotes');
