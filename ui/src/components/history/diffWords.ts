/** Computes the differences between two texts. */
import { diffWordsWithSpace } from 'diff';

export type DiffPart = { text: string; kind: 'same' | 'added' | 'removed' };

/**
 * The time limit of one comparison in milliseconds, and the limit of differing words: hostile texts
 * take long.
 */
const LIMITS = { timeout: 100, maxEditLength: 1_000 };

/** Returns the words of both texts in order; null if that takes too long. */
export function diffWords(before: string, after: string): DiffPart[] | null {
  const parts = diffWordsWithSpace(before, after, LIMITS);
  return (
    parts?.map(({ value, added, removed }) => ({
      text: value,
      kind: added ? 'added' : removed ? 'removed' : 'same',
    })) ?? null
  );
}

let last: Promise<unknown> = Promise.resolve();

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** Computes a diff in a queue. The browser gets a turn between two diffs. */
export function queueDiff(before: string, after: string): Promise<DiffPart[] | null> {
  const turn = last.then(nextTask).then(() => diffWords(before, after));
  last = turn.catch(() => undefined);
  return turn;
}
