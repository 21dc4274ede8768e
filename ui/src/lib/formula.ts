/** Longest formula that is drawn; a longer one stays text. */
const longest = 2000;

/**
 * Whether the text between two runs of `length` dollar signs is a formula: `$…$` in the line, `$$…$$` on its own.
 * A single `$` neither opens before nor closes after a space, and what follows a closing one is no letter or
 * digit: "$5 and $10" stays money. No formula holds an empty line.
 */
export function isFormula(text: string, start: number, end: number, length: number): boolean {
  const inside = text.slice(start + length, end);
  const isPlain = inside !== '' && inside.length <= longest && !inside.includes('\n\n');
  if (length === 2) return isPlain;
  return (
    length === 1 && isPlain && !/^[ \t\n\f\r]|[ \t\n\f\r]$/.test(inside) && !/[A-Za-z0-9]/.test(text[end + 1] ?? '')
  );
}

/** How many `mark`s stand in a row at `at`. */
export function runLength(text: string, at: number, mark: string): number {
  let end = at;
  while (text[end] === mark) end += 1;
  return end - at;
}
