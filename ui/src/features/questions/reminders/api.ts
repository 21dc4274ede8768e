import { patch } from '../../../api/client';
import type { StarNote, StarReply } from '../../../api/generated';
import { hearTabs } from '../../../lib/hearTabs';
import type { Refetch } from '../../../lib/useCacheEditor';
import { isStarNotes } from './keys';

/** The message if a note or a reminder cannot be changed. */
export const noteError = 'Error while saving the note';

/** A change of a note and a reminder. What is absent stays. */
export type NoteChange = {
  /** Empty: none. */
  note?: string;
  /** A time, or none. */
  remindAt?: string;
};

/** Hears of stars of this tab and of the other tabs of this browser. */
const stars = new BroadcastChannel('stars');

/** Changes the viewer's note and reminder of a question that they have starred, and shows them everywhere. */
export async function setStarNote(mutate: Refetch, qid: string, change: NoteChange) {
  await patch<StarNote>('/star/setStarNote', { qid, ...change }, noteError);
  // Other tabs fetch what belongs to the star.
  stars.postMessage({ qid, starred: true } satisfies StarReply);
  // The change is saved, even if the following fetches fail.
  await mutate(isStarNotes).catch(() => undefined);
}

/** Fetches notes and reminders again whenever a star changes, until the returned function is called. */
export const followStars = (mutate: Refetch): (() => void) => hearTabs(stars, () => void mutate(isStarNotes));
