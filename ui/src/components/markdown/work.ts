/** Counts the work that a text causes, and how deeply it nests. */

/**
 * The work that one text may cause. Unlike time it is the same on every machine: each step of the
 * lexer counts for its result (a token, an element, a node) and for the text ahead, which it may
 * search.
 */
const MAX_WORK = 30_000_000;

/** The nesting limit of block quotes, lists and other blocks, and of emphasis, links and elements in a line. */
const MAX_NESTING = 20;

let work = 0;
let depth = 0;

export function startWork(): void {
  work = depth = 0;
}

/** Counts work. Throws if the text causes too much. */
export function charge(amount: number): void {
  work += amount;
  if (work > MAX_WORK) throw new RangeError('This text is too much work');
}

/** Runs a function one level deeper. Throws if the text nests too deeply. */
export function nested<Result>(read: () => Result): Result {
  if (depth === MAX_NESTING) throw new RangeError('This text is nested too deeply');
  depth += 1;
  const result = read();
  depth -= 1;
  return result;
}
