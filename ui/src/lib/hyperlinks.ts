/**
 * Finds inline Markdown links outside of code and formulas, in linear time. It needs no parser: the
 * server (`src/text.rs`) has none and must find the same links.
 */

import { findFormulas } from './formula';
import { isPicture } from './isPicture';
import { maskCode } from './maskCode';

/** The nesting limit of brackets in an address, as in CommonMark's reference implementation. */
const ADDRESS_NESTING = 32;

/** The longest title to look for, in characters. It keeps many unfinished titles linear. */
const TITLE_SPAN = 1_000;

/**
 * Returns whether an inline link has no text, or an address that does not start with `https://` and
 * continue. An image may also have the address of an uploaded picture.
 */
export function hasInvalidHyperlink(text: string): boolean {
  const masked = maskCodeAndFormulas(text);
  /** Each open bracket, and whether it begins an image that is shown: no backslash precedes its mark. */
  const open: [start: number, isShown: boolean][] = [];
  let afterMark = -1;
  for (let at = 0; at < text.length; at += 1) {
    if (masked[at]) continue;
    const char = text[at];
    if (char === '\\') {
      at += 1;
    } else if (char === '!') {
      afterMark = at + 1;
    } else if (char === '[') {
      open.push([at, at === afterMark]);
    } else if (char === ']') {
      const [start, isShown] = open.pop() ?? [];
      if (start === undefined || text[at + 1] !== '(') continue;
      const address = destination(text, at + 2);
      if (address === null) continue;
      const hasText = /\P{White_Space}/u.test(text.slice(start + 1, at));
      const isImage = text[start - 1] === '!';
      const isValid = /^https:\/\/./s.test(address) && (hasText || isImage);
      if (!isValid && !(isShown && isPicture(address))) return true;
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
  const masked = maskCode(text);
  for (const { start, end } of findFormulas(text, masked)) masked.fill(1, start, end);
  return masked;
}
