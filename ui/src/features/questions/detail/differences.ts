/** What changed from one text to the next. */
import { diffWordsWithSpace } from 'diff';

export type Difference = { text: string; kind: 'same' | 'added' | 'removed' };

/** How long one comparison may take, in milliseconds, and how many words may differ: some texts are made to take long. */
const LIMITS = { timeout: 100, maxEditLength: 1_000 };

/** The words of both texts in order; null if that takes too long. */
export function differences(before: string, after: string): Difference[] | null {
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

/** The same, in its turn: between two comparisons the browser may do something else. */
export function differencesInTurn(before: string, after: string): Promise<Difference[] | null> {
  const turn = last.then(nextTask).then(() => differences(before, after));
  last = turn.catch(() => undefined);
  return turn;
}
