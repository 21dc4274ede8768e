/**
 * Pairs the delimiters of emphasis (`*`, `_`) and strikethrough (`~`) as CommonMark's reference implementation does,
 * with a stack. marked searches with patterns, which find no end for `**the *n*th element**`. Takes linear time.
 *
 * Chinese, Japanese and Korean have no spaces: their punctuation counts as letters, and their letters as the space that
 * must stand outside of a delimiter beside other punctuation.
 */

/** A pair: where it ends, and the length of each of its delimiters. */
export type Pair = { end: number; size: number };

/** A row of equal delimiters. The rest that no pair has used is `length` long and begins at `start`. */
type Run = { mark: string; start: number; length: number; whole: number; opens: boolean; closes: boolean };

const SPACE = /^\s?$/;
const PUNCTUATION = /^[\p{P}\p{S}]$/u;
const CJK =
  /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\u3000-\u303f\u30fb\u30fc\ufe10-\ufe1f\ufe30-\ufe6f\uff01-\uff65]$/u;

/** What a single tilde is not in front of: `~/a` is a path. */
const NOT_STRUCK = /^[/\\.,:;!?)]$/;

/** Returns the pairs of a text by their starts. Links and code of the text are masked. */
export function pairsOf(text: string): Map<number, Pair> {
  const pairs = new Map<number, Pair>();
  const openers: Run[] = [];
  /** The number of openers below which nothing is for a kind of closer: the search would find nothing again. */
  const bottoms = new Map<string, number>();
  for (const closer of runsOf(text)) {
    const { mark, closes, opens, whole } = closer;
    const kind = `${mark}${mark === '~' ? whole : whole % 3}${opens}`;
    while (closes && closer.length > 0) {
      let index = openers.length - 1;
      const bottom = Math.min(bottoms.get(kind) ?? 0, openers.length);
      while (index >= bottom && !fits(openers[index] as Run, closer)) index -= 1;
      const opener = index >= bottom ? openers[index] : undefined;
      if (!opener) {
        bottoms.set(kind, openers.length);
        break;
      }
      const size = mark === '~' ? whole : Math.min(2, opener.length, closer.length);
      opener.length -= size;
      closer.start += size;
      closer.length -= size;
      pairs.set(opener.start + opener.length, { end: closer.start, size });
      openers.length = opener.length > 0 ? index + 1 : index;
    }
    if (opens && closer.length > 0) openers.push(closer);
  }
  return pairs;
}

/** Returns whether two rows pair. */
function fits(opener: Run, closer: Run): boolean {
  if (opener.mark !== closer.mark) return false;
  if (opener.mark === '~') return opener.whole === closer.whole;
  const isAmbiguous = opener.closes || closer.opens;
  return !isAmbiguous || (opener.whole + closer.whole) % 3 !== 0 || opener.whole % 3 === 0;
}

function* runsOf(text: string): Generator<Run> {
  for (const { 0: row, index: start } of text.matchAll(/\*+|_+|~+/g)) {
    const mark = row.charAt(0);
    const before = charBefore(text, start);
    const after = String.fromCodePoint(text.codePointAt(start + row.length) ?? 32);
    yield { mark, start, length: row.length, whole: row.length, ...sidesOf(mark, row.length, before, after) };
  }
}

/** Returns the character before a position; a space at the start. */
function charBefore(text: string, at: number): string {
  const last = text.charAt(at - 1) || ' ';
  return /[\udc00-\udfff]/.test(last) ? text.slice(at - 2, at) : last;
}

/** Returns whether a row can open and close emphasis between two characters. */
function sidesOf(mark: string, length: number, before: string, after: string): Pick<Run, 'opens' | 'closes'> {
  // A tilde may stand beside other emphasis.
  const isMark = (char: string) => PUNCTUATION.test(char) && (mark === '~' || char !== '~');
  const isPunctuation = (char: string) => isMark(char) && !CJK.test(char);
  const ends = (char: string) => SPACE.test(char) || isPunctuation(char) || CJK.test(char);
  const isLeft = !SPACE.test(after) && (!isPunctuation(after) || ends(before));
  const isRight = !SPACE.test(before) && (!isPunctuation(before) || ends(after));
  if (mark === '*' || (mark === '~' && length === 2)) return { opens: isLeft, closes: isRight };
  const isOutside = (char: string) => SPACE.test(char) || isMark(char);
  if (mark === '_') {
    return { opens: isLeft && (!isRight || isMark(before)), closes: isRight && (!isLeft || isMark(after)) };
  }
  return {
    opens: length === 1 && isLeft && isOutside(before) && !NOT_STRUCK.test(after),
    closes: length === 1 && isRight && isOutside(after),
  };
}
