/** A range of a text: start inclusive, end exclusive. */
export type TextRange = readonly [start: number, end: number];

/** Finds ranges in a text, in order and without overlaps. */
export type RangeFinder = (text: string) => TextRange[];

/** Splits a text into parts that are alternately outside and inside of ranges. */
export function splitByRanges(text: string, found: TextRange[]): string[] {
  const ends = found.flat();
  return [...ends, text.length].map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

/** Returns a finder for a substring, ignoring case. */
export function substringFinder(letters: string): RangeFinder {
  const wanted = letters.toLowerCase();
  return (text) => {
    const folded = text.toLowerCase();
    // A few letters change their length with their case. The indexes would not fit the text.
    if (!wanted || folded.length !== text.length) return [];
    const start = folded.indexOf(wanted);
    return start < 0 ? [] : [[start, start + wanted.length]];
  };
}
