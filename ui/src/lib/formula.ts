/** Longest formula that is looked at, in characters; the renderer draws none longer. */
export const FORMULA_LENGTH = 2_000;

/**
 * Whether what stands between two runs of `length` dollar signs is a formula: it is not empty and holds no empty line;
 * a single `$` neither opens before nor closes after white space, and no letter or digit follows, so that money stays
 * text.
 */
export function isFormula(text: string, start: number, end: number, length: number): boolean {
  if (start === end || end - start > 2 * FORMULA_LENGTH) return false;
  if (length === 1 && (/[a-z0-9]/i.test(text.charAt(end + 1)) || isSpace(text[start]) || isSpace(text[end - 1])))
    return false;
  const inside = text.slice(start, end);
  return !inside.includes('\n\n') && (inside.length <= FORMULA_LENGTH || [...inside].length <= FORMULA_LENGTH);
}

const isSpace = (char: string | undefined): boolean => char !== undefined && ' \t\n\f\r'.includes(char);
