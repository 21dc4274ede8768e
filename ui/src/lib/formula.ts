/**
 * The grammar of formulas. The server (`src/text/formula.rs`) has the same; `formula-cases.json`
 * tests both.
 *
 * A formula stands between `$` or between `$$`. It is not empty, contains no empty line, and its
 * braces are balanced; a dollar sign in braces or after a backslash belongs to it. White space
 * inside the signs, or a letter or digit that touches them from outside, is usual for money and
 * variables of programs. Such a text needs a TeX command, a sub- or superscript or an operator, and
 * must not read as prose.
 */

/** The longest formula, in characters. The renderer draws none longer. */
const MAX_LENGTH = 2_000;

/** The deepest nesting of braces. It keeps the search for closing signs linear. */
const MAX_BRACES = 25;

/** A formula with its signs: `$` or `$$` (size 2). */
export type Formula = { start: number; end: number; size: number };

/** Returns the source of a formula, between its signs. */
export const sourceOf = (raw: string): string => {
  const size = raw.startsWith('$$') ? 2 : 1;
  return raw.slice(size, -size);
};

/**
 * Returns the formulas of a text, in order. Characters marked in `masked` are code and neither open
 * nor close a formula. Takes linear time.
 */
export function findFormulas(text: string, masked?: Uint8Array): Formula[] {
  const found: Formula[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (masked?.[at]) continue;
    if (text[at] === '\\') {
      at += 1;
      continue;
    }
    if (text[at] !== '$') continue;
    const formula = formulaAt(text, at, text[at - 1], masked);
    if (formula) found.push(formula);
    at = (formula?.end ?? endOfRun(text, at)) - 1;
  }
  return found;
}

/** Returns the formula whose opening signs are at `at`, after the character `before`. */
export function formulaAt(
  text: string,
  at: number,
  before: string | undefined,
  masked?: Uint8Array,
): Formula | undefined {
  const start = endOfRun(text, at);
  const size = start - at;
  const end = size > 2 ? -1 : findClosing(text, start, size, masked);
  if (end <= start || !isFormula(text.slice(start, end), size, before, text[end + size])) return undefined;
  return { start: at, end: end + size, size };
}

function endOfRun(text: string, at: number): number {
  let end = at;
  while (text[end] === '$') end += 1;
  return end;
}

/** Returns the index of the closing signs of a formula that starts at `start`; -1 without them. */
function findClosing(text: string, start: number, size: number, masked?: Uint8Array): number {
  let depth = 0;
  let isBlank = false;
  for (let at = start, length = 0; at < text.length && length <= MAX_LENGTH; at += 1) {
    const code = text.charCodeAt(at);
    // A character beyond the basic plane consists of two units.
    if (code < 0xdc00 || code > 0xdfff) length += 1;
    if (code === LINE_FEED || code === FORM_FEED) {
      if (isBlank) return -1;
      isBlank = true;
    } else if (code !== SPACE && code !== TAB) {
      isBlank = false;
    }
    if (masked?.[at]) continue;
    if (code === BACKSLASH && !isLineEnd(text.charAt(at + 1))) {
      at += 1;
      length += 1;
    } else if (code === OPENING_BRACE) {
      depth += 1;
      if (depth > MAX_BRACES) return -1;
    } else if (code === CLOSING_BRACE) {
      depth -= 1;
      if (depth < 0) return -1;
    } else if (code === DOLLAR) {
      const run = endOfRun(text, at) - at;
      // In `$a$$b$`, the second sign closes one formula and the third opens another.
      if (depth === 0 && (run === size || run === 2) && length <= MAX_LENGTH + 1) return at;
      at += run - 1;
      length += run - 1;
    }
  }
  return -1;
}

const [LINE_FEED, FORM_FEED, SPACE, TAB] = [10, 12, 32, 9];
const [BACKSLASH, OPENING_BRACE, CLOSING_BRACE, DOLLAR] = [92, 123, 125, 36];

/** Returns whether `inside` is a formula between signs that follow `before` and precede `after`. */
function isFormula(inside: string, size: number, before = '', after = ''): boolean {
  if (/\\(?:[a-z]{2}|[{,;!])/i.test(inside)) return true;
  if (/[€£¥]|^[,;:)]/.test(inside)) return false;
  const [opensLoosely, closesLoosely] = [isSpace(inside.charAt(0)), isSpace(inside.slice(-1))];
  const [touchesBefore, touchesAfter] = [isAlphanumeric(before), isAlphanumeric(after)];
  const hasScript = /\^[-+*'{\\a-z\d]|_(?:[{\\\d]|[a-z](?![a-z]))/i.test(inside);
  const flat = withoutGroups(inside);
  const words = flat.split(/[ \t\n\f\r\u00a0]+/).filter(Boolean);
  if (size === 2) {
    if (!(opensLoosely || closesLoosely) || hasScript || hasOperator(flat)) return true;
    return !words.some((word) => /^[a-z]{2,}$/.test(word));
  }
  const touches = touchesBefore || touchesAfter;
  // A placeholder of a template, as in `$SITE_NAME$`.
  if (/^[A-Z_]{7,}$/.test(inside)) return false;
  if (!(opensLoosely || closesLoosely || touches || BLOCK_LINE.test(inside))) {
    return !/^\d/.test(inside) || hasScript || !isAmount(words);
  }
  if (!(opensLoosely || closesLoosely) && isSingle(inside, before, after)) return true;
  // One sign alone looks like that of an amount: `5 + 1 $` or `$5 + 1`.
  if (touchesAfter && closesLoosely && !opensLoosely) return false;
  if (touchesBefore && opensLoosely && !closesLoosely) return false;
  const longest = touches ? 2 : 3;
  const hasLongWord = (flat.match(/[a-z]+/gi) ?? []).some((letters) => letters.length > longest);
  return (hasScript || hasOperator(flat)) && !hasLongWord && !isProse(words);
}

/** Matches a line that would begin a block of Markdown: a list item, a heading, a quote. */
const BLOCK_LINE = /[\n\f][ \t]*(?:[-+*>#=|]|\d{1,9}[.)])/;

/** Returns whether a letter or a number stands alone, as in `$n$th` and `$3$D`. */
const isSingle = (inside: string, before: string, after: string): boolean =>
  !/\d/.test(after) && (/^[a-z]$/i.test(inside) || (/^\d+$/.test(inside) && !isAlphanumeric(before)));

/** Returns a text in which each group in braces is one digit: its words do not count. */
function withoutGroups(text: string): string {
  let flat = '';
  let depth = 0;
  for (const char of text) {
    if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) flat += '1';
    } else if (depth === 0) flat += char;
  }
  return flat;
}

/** Returns whether words that begin with an amount are prose, as in `5 or 6`. */
function isAmount(words: string[]): boolean {
  const count = words.filter(isWord).length;
  return count > 1 || (count === 1 && /\d$/.test(words.at(-1) ?? ''));
}

/** Returns whether a word stands beside another term, without an operator between them. */
const isProse = (words: string[]): boolean =>
  words.some(
    (word, index) =>
      isWord(word) && (/[a-z\d.,;:!?)\]']$/i.test(words[index - 1] ?? '') || /^[a-z\d(]/i.test(words[index + 1] ?? '')),
  );

const isWord = (word: string): boolean => /^\(?[a-z]{2,}[.,;:!?)]*$/i.test(word);

/**
 * Returns whether a text consists of terms with an operator between two of them, or with a function
 * before its bracket.
 */
function hasOperator(flat: string): boolean {
  const text = flat.replace(/[ \t\n\f\r\u00a0]+/g, '');
  if (!/^[-+a-z\d([|\u0080-\uffff]/i.test(text) || !/[a-z\d)\]|'!\u0080-\uffff]$/i.test(text)) return false;
  return /[a-z\d)\]|'!\u0370-\u03ff][-+=<>*/±·×÷\u2190-\u22ff]+[a-z\d([|.\u0370-\u03ff]|[a-z]\(/i.test(text);
}

const isLineEnd = (char: string): boolean => char === '\n' || char === '\f';

const isSpace = (char: string): boolean => /[ \t\n\f\r\u00a0]/.test(char);

const isAlphanumeric = (char: string): boolean => /[a-z\d]/i.test(char);
