/** A stretch of a text: from the first index up to the second. */
export type Range = readonly [start: number, end: number];

/** Where a text has something: ranges in order, none of which overlap. */
export type Find = (text: string) => Range[];

/** A text in pieces, which are found and not found in turn. Empty ones are left out. */
export function pieces(text: string, found: Range[]): { text: string; isFound: boolean }[] {
  const ends = found.flat();
  return [...ends, text.length]
    .map((end, index) => ({ text: text.slice(ends[index - 1] ?? 0, end), isFound: index % 2 === 1 }))
    .filter(({ text }) => text);
}

/** What finds some letters wherever they stand, whatever their case. */
export function lettersFinder(letters: string): Find {
  const wanted = letters.toLowerCase();
  return (text) => {
    const folded = text.toLowerCase();
    // A few letters change their length with their case: then the places would not be the text's.
    if (!wanted || folded.length !== text.length) return [];
    const start = folded.indexOf(wanted);
    return start < 0 ? [] : [[start, start + wanted.length]];
  };
}
