/** The longest formula, in characters. The renderer draws none longer. */
export const FORMULA_LENGTH = 2_000;

/**
 * Returns whether the text between two runs of `length` dollar signs is a formula. It is not empty
 * and contains no empty line. A single `$` has no white space on its inner side, and no letter or
 * digit follows the closing one, so that amounts of money stay text.
 */
export function isFormula(text: string, start: number, end: number, length: number): boolean {
  if (start === end || end - start > 2 * FORMULA_LENGTH) return false;
  if (length === 1 && (/[a-z0-9]/i.test(text.charAt(end + 1)) || isSpace(text[start]) || isSpace(text[end - 1])))
    return false;
  const inside = text.slice(start, end);
  return !inside.includes('\n\n') && (inside.length <= FORMULA_LENGTH || [...inside].length <= FORMULA_LENGTH);
}

const isSpace = (char: string | undefined): boolean => char !== undefined && ' \t\n\f\r'.includes(char);
