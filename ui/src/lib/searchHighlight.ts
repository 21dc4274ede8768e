/**
 * Finds the words of a search in a text, by the server's rules (`src/questions/search/mod.rs` and
 * FTS5's tokenizer `porter unicode61 remove_diacritics 2`). Loads with the first search.
 */
import { stemmer } from 'stemmer';
import type { RangeFinder, TextRange } from './highlightRanges';

/** The used part of a search, as on the server. */
const SEARCH = /^.{0,200}/su;
/** The minimum length of a prefix, in letters. */
const MIN_PREFIX_LENGTH = 3;
/** The length of text to search and the number of ranges to return, whatever the text. */
const [MAX_TEXT_LENGTH, MAX_RANGES] = [20_000, 500];
/** Words of other lengths are their own stem. */
const [MIN_STEM_LENGTH, MAX_STEM_LENGTH] = [3, 64];

/** Scripts without spaces between words: each character is a word (`src/words/mod.rs`). */
const UNSPACED =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u3005-\\u3007\\u3041-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff' +
  '\\uac00-\\ud7ff\\uf900-\\ufaff\\uff66-\\uffdc\\u{20000}-\\u{3ffff}';
const WORD = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}\\p{Co}])+`, 'gu');
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');

type Word = { text: string; start: number; end: number; folded: string; stem: string };

/** Consecutive words to find. With `isPrefix`, the last one may continue. */
type Term = { words: Word[]; isPrefix: boolean };

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const stemOf = (word: string) =>
  word.length < MIN_STEM_LENGTH || word.length > MAX_STEM_LENGTH ? word : stemmer(word);

const tokenize = (text: string): Word[] =>
  Array.from(text.matchAll(WORD), ({ 0: text, index: start }) => {
    const folded = IS_UNSPACED.test(text) ? text : fold(text);
    return { text, start, end: start + text.length, folded, stem: stemOf(folded) };
  });

/** A tag, a phrase or a word, in the order of the attempts. */
const PART = /-?\[[^\]]*\]|-?"[^"]*"|[-[]+[^\s[]*|[^\s[]+/gu;
const OPERATOR = /^(?:\[.*\]$|-|user:.|is:(?:answered|unanswered|accepted)$|(?:score|answers):[+-]?\d+$)/isu;

function parse(typed: string): Term[] {
  const [search = ''] = SEARCH.exec(typed) ?? [];
  const allowPartial = [...search.matchAll(PART)].filter(([part]) => !OPERATOR.test(part));
  return allowPartial
    .map(({ 0: part, index }) => {
      const words = tokenize(part);
      const isLong = (words.at(-1)?.folded.length ?? 0) >= MIN_PREFIX_LENGTH;
      return { words, isPrefix: isLong && index + part.length === search.length && !/^".*"$/su.test(part) };
    })
    .filter(({ words }) => words.length);
}

/**
 * Splits a term without spaces into pairs of neighbours, for a search that matches only partially.
 */
function toBigrams(term: Term): Term[] {
  const { words } = term;
  if (words.length < 3 || !words.some(({ text }) => IS_UNSPACED.test(text))) return [term];
  return words.slice(1).map((_, index) => ({ words: words.slice(index, index + 2), isPrefix: false }));
}

/** Returns a finder for the words of a search. With `allowPartial` it also finds parts of them. */
export function createSearchHighlighter(search: string, { allowPartial }: { allowPartial: boolean }): RangeFinder {
  const terms = allowPartial ? parse(search).flatMap(toBigrams) : parse(search);
  return (text) => {
    const words = tokenize(text.slice(0, MAX_TEXT_LENGTH));
    return mergeRanges(words.flatMap((_, at) => terms.flatMap((term) => matchAt(words, at, term))));
  };
}

/** Returns the range of a term that starts at a word of a text. */
function matchAt(words: Word[], at: number, { words: wanted, isPrefix }: Term): TextRange[] {
  let end = 0;
  for (const [index, word] of wanted.entries()) {
    const there = words[at + index];
    if (!there) return [];
    if (there.stem === word.stem) end = there.end;
    else if (isPrefix && index === wanted.length - 1 && there.folded.startsWith(word.folded))
      end = there.start + unfoldedLength(there.text, word.folded.length);
    else return [];
  }
  return [[words[at]?.start ?? 0, end]];
}

/** Returns the length of the prefix of a word that has `letters` letters after folding. */
function unfoldedLength(word: string, letters: number): number {
  let seen = 0;
  let length = 0;
  for (const [letter] of word.matchAll(/\p{M}*\P{M}\p{M}*/gu)) {
    if (seen >= letters) break;
    seen += fold(letter).length;
    length += letter.length;
  }
  return length;
}

/** Sorts ranges and merges those that overlap. */
function mergeRanges(found: TextRange[]): TextRange[] {
  const ranges: TextRange[] = [];
  for (const [start, end] of found.toSorted(([a], [b]) => a - b)) {
    const last = ranges.at(-1);
    if (last && start < last[1]) ranges[ranges.length - 1] = [last[0], Math.max(last[1], end)];
    else if (ranges.length < MAX_RANGES) ranges.push([start, end]);
  }
  return ranges;
}
