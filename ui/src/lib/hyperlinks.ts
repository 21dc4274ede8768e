/**
 * Finds inline Markdown links outside of code and formulas, in linear time. It needs no parser: the
 * server (`src/text.rs`) has none and must find the same links.
 */

import { isFormula } from './formula';

/** The nesting limit of brackets in an address, as in CommonMark's reference implementation. */
const ADDRESS_NESTING = 32;

/** The longest title to look for, in characters. It keeps many unfinished titles linear. */
const TITLE_SPAN = 1_000;

/**
 * Returns whether an inline link has no text, or an address that does not start with `https://` and
 * continue.
 */
export function hasInvalidHyperlink(text: string): boolean {
  const masked = maskCodeAndFormulas(text);
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (masked[at]) continue;
    const char = text[at];
    if (char === '\\') {
      at += 1;
    } else if (char === '[') {
      open.push(at);
    } else if (char === ']') {
      const start = open.pop();
      if (start === undefined || text[at + 1] !== '(') continue;
      const address = destination(text, at + 2);
      if (address === null) continue;
      const hasText = /\P{White_Space}/u.test(text.slice(start + 1, at));
      const isImage = text[start - 1] === '!';
      if (!/^https:\/\/./s.test(address) || !(hasText || isImage)) return true;
    }
  }
  return false;
}

const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t' || char === '\n';

function skipBlanks(text: string, at: number): number {
  let end = at;
  while (isBlank(text[end])) end += 1;
  return end;
}

/** Returns the address of a link whose `(` precedes `at`; null if it is not a link. */
function destination(text: string, at: number): string | null {
  const start = skipBlanks(text, at);
  const [address, after] = text[start] === '<' ? angled(text, start + 1) : bare(text, start);
  if (address === null) return null;
  const next = skipBlanks(text, after);
  switch (text[next]) {
    case ')':
      return address;
    case '"':
    case "'":
      return isTitled(text, next, text[next]) ? address : null;
    case '(':
      return isTitled(text, next, ')') ? address : null;
    default:
      return null;
  }
}

type Address = [address: string | null, after: number];

function angled(text: string, start: number): Address {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '>') return [text.slice(start, at), at + 1];
    if (text[at] === '<' || text[at] === '\n') break;
  }
  return [null, start];
}

function bare(text: string, start: number): Address {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') {
      at += 1;
    } else if (char === '(') {
      if (depth === ADDRESS_NESTING) break;
      depth += 1;
    } else if (isBlank(char) || (char === ')' && depth === 0)) {
      return [text.slice(start, at), at];
    } else if (char === ')') {
      depth -= 1;
    }
  }
  return [null, start];
}

/**
 * Returns whether a title starts at `start`, ends with `quote`, and is followed by the link's `)`.
 */
function isTitled(text: string, start: number, quote: string | undefined): boolean {
  let at = start + 1;
  for (let count = 1; count < TITLE_SPAN && at < text.length; count += 1) {
    const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
    at += char.length;
    if (char === quote) return text[skipBlanks(text, at)] === ')';
  }
  return false;
}

/** Marks code blocks, code spans and formulas with 1. */
function maskCodeAndFormulas(text: string): Uint8Array {
  const masked = new Uint8Array(text.length);
  maskCodeBlocks(text, masked);
  maskCodeSpans(text, masked);
  maskFormulas(text, masked);
  return masked;
}

/**
 * Masks fenced and indented code. An indented line after an empty line is code, except in a list,
 * where it continues an item.
 */
function maskCodeBlocks(text: string, masked: Uint8Array): void {
  let fence = '';
  let isCode = false;
  let afterEmpty = true;
  let inList = false;
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed + 1;
    const line = text.slice(start, end);
    const [, mark = '', info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)/s.exec(line) ?? [];
    if (fence !== '') {
      masked.fill(1, start, end);
      if (mark.startsWith(fence) && /^[ \t\n\f\r]*$/.test(info)) fence = '';
    } else if (/^[ \t\n\f\r]*$/.test(line)) {
      afterEmpty = true;
    } else {
      const isIndented = /^( {4}| {0,3}\t)/.test(line);
      isCode = isIndented && !inList && (isCode || afterEmpty);
      if (mark !== '' && !(mark.startsWith('`') && info.includes('`'))) fence = mark;
      if (isCode || fence !== '') masked.fill(1, start, end);
      if (!isIndented) inList = listItem.test(line) || (inList && (line.startsWith(' ') || !afterEmpty));
      afterEmpty = false;
    }
    start = end;
  }
}

/** A line that begins with `- `, `* `, `+ `, `1. ` or `1) `. */
const listItem = /^ {0,3}([-*+]|\d{1,9}[.)])([ \t\n]|$)/;

/** A run of equal characters. */
type Run = { at: number; length: number; isEscaped: boolean };

function unmaskedRuns(text: string, masked: Uint8Array, mark: string): Run[] {
  const runs: Run[] = [];
  let isEscaped = false;
  for (let at = 0; at < text.length; ) {
    if (masked[at] || text[at] !== mark) {
      isEscaped = !isEscaped && !masked[at] && text[at] === '\\';
      at += 1;
      continue;
    }
    const start = at;
    while (text[at] === mark && !masked[at]) at += 1;
    runs.push({ at: start, length: at - start, isEscaped });
    isEscaped = false;
  }
  return runs;
}

/**
 * Masks code spans: from each run of backticks to the next run of the same length. A backslash
 * prevents a run from opening only.
 */
function maskCodeSpans(text: string, masked: Uint8Array): void {
  const runs = unmaskedRuns(text, masked, '`');
  const opening = (run: Run): number => run.length - (run.isEscaped ? 1 : 0);
  // The next closing run of each run, computed from the end.
  const closing: (number | undefined)[] = [];
  const latest = new Map<number, number>();
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const run = runs[index] as Run;
    closing[index] = latest.get(opening(run));
    latest.set(run.length, index);
  }
  for (let index = 0; index < runs.length; index += 1) {
    const close = closing[index];
    if (close === undefined) continue;
    const first = runs[index] as Run;
    const last = runs[close] as Run;
    masked.fill(1, first.at, last.at + last.length);
    index = close;
  }
}

/**
 * Masks formulas: from each `$` or `$$` to the next one of the same length. As in the renderer, a
 * backslash escapes a dollar sign.
 */
function maskFormulas(text: string, masked: Uint8Array): void {
  const runs = unmaskedRuns(text, masked, '$')
    .map(({ at, length, isEscaped }) => (isEscaped ? { at: at + 1, length: length - 1 } : { at, length }))
    .filter(({ length }) => length === 1 || length === 2);
  const latest: Record<number, number> = {};
  const closing = runs.map(() => -1);
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const length = runs[index]?.length ?? 0;
    closing[index] = latest[length] ?? -1;
    latest[length] = index;
  }
  for (let index = 0; index < runs.length; index += 1) {
    const first = runs[index];
    const last = runs[closing[index] ?? -1];
    if (!first || !last || !isFormula(text, first.at + first.length, last.at, first.length)) continue;
    masked.fill(1, first.at, last.at + last.length);
    index = closing[index] ?? index;
  }
}
