import type { InboxEntry, Notification } from '../../api/generated';

const headlines = { answer: 'New answer', comment: 'New comment' } as const;

/** Returns the headline of a response. */
export const headline = ({ updateType, updateBy }: Notification) => `${headlines[updateType]} from ${updateBy}`;

/** Returns the question that an entry has as its title. */
export function questionOf({ kind, item }: InboxEntry): string | undefined {
  switch (kind) {
    case 'response':
      return item.questionId;
    case 'mention':
    case 'watched':
    case 'own':
    case 'reminder':
    case 'search':
      return item.qid;
  }
}

/** Returns the ids of what an entry is about: if one of them changes, so may the entry. */
export function partsOf(entry: InboxEntry): (string | undefined)[] {
  const { kind, item } = entry;
  switch (kind) {
    case 'response':
      return [item.questionId, item.answerId, item._id];
    case 'mention':
      return [item.qid, item.answerId, item.contentId];
    case 'own':
      return [item.qid, item.answerId, item.communityId];
    case 'requests':
    case 'opened':
      return [item.communityId];
    default:
      return [questionOf(entry)];
  }
}

/** Returns entries with those of one question together, in the place of the first: its title appears once. */
export function byQuestion(entries: InboxEntry[]): InboxEntry[] {
  const groups = entries.map((entry) => questionOf(entry) ?? entry._id);
  const placeOf = (entry: InboxEntry) => groups.indexOf(questionOf(entry) ?? entry._id);
  return entries.toSorted((one, other) => placeOf(one) - placeOf(other));
}
