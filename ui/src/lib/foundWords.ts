/**
 * Where a text has the words of a search, by the server's rules (`src/questions/search/mod.rs` and FTS5's tokenizer
 * `porter unicode61 remove_diacritics 2`). Loaded with the first search.
 */
import { stemmer } from 'stemmer';
import type { Find, Range } from './marks';

/** What is looked at of a search, as on the server. */
const SEARCH = /^.{0,200}/su;
/** So many letters of a word may be its beginning. */
const SHORTEST_BEGINNING = 3;
/** How much of a text is looked at, and how much is found, whatever somebody wrote. */
const [TEXT_LENGTH, MOST_FOUND] = [20_000, 500];
/** Words of other lengths are their own stem. */
const [SHORTEST_STEMMED, LONGEST_STEMMED] = [3, 64];

/** Scripts that put no spaces between words: each character is a word (`src/words/mod.rs`). */
const UNSPACED =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u3005-\\u3007\\u3041-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff' +
  '\\uac00-\\ud7ff\\uf900-\\ufaff\\uff66-\\uffdc\\u{20000}-\\u{3ffff}';
const WORD = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}\\p{Co}])+`, 'gu');
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');

type Word = { text: string; start: number; end: number; folded: string; stem: string };

/** Words to be found one after another, of which the last may go on if the term is open. */
type Term = { words: Word[]; isOpen: boolean };

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const stemOf = (word: string) =>
  word.length < SHORTEST_STEMMED || word.length > LONGEST_STEMMED ? word : stemmer(word);

const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(WORD), ({ 0: text, index: start }) => {
    const folded = IS_UNSPACED.test(text) ? text : fold(text);
    return { text, start, end: start + text.length, folded, stem: stemOf(folded) };
  });

/** A tag, a phrase or a word, in the order in which they are tried. */
const PART = /-?\[[^\]]*\]|-?"[^"]*"|[-[]+[^\s[]*|[^\s[]+/gu;
const NOT_LOOKED_FOR = /^(?:\[.*\]$|-|user:.|is:(?:answered|unanswered|accepted)$|(?:score|answers):[+-]?\d+$)/isu;

function parse(typed: string): Term[] {
  const [search = ''] = SEARCH.exec(typed) ?? [];
  const parts = [...search.matchAll(PART)].filter(([part]) => !NOT_LOOKED_FOR.test(part));
  return parts
    .map(({ 0: part, index }) => {
      const words = wordsOf(part);
      const isLong = (words.at(-1)?.folded.length ?? 0) >= SHORTEST_BEGINNING;
      return { words, isOpen: isLong && index + part.length === search.length && !/^".*"$/su.test(part) };
    })
    .filter(({ words }) => words.length);
}

/** A sentence without spaces in pairs of neighbours, which is what is looked for when not all of it is found. */
function inPairs(term: Term): Term[] {
  const { words } = term;
  if (words.length < 3 || !words.some(({ text }) => IS_UNSPACED.test(text))) return [term];
  return words.slice(1).map((_, index) => ({ words: words.slice(index, index + 2), isOpen: false }));
}

/** What finds the words of a search in a text; with `parts`, also where only a part of what was typed stands. */
export function finder(search: string, { parts }: { parts: boolean }): Find {
  const terms = parts ? parse(search).flatMap(inPairs) : parse(search);
  return (text) => {
    const words = wordsOf(text.slice(0, TEXT_LENGTH));
    return joined(words.flatMap((_, at) => terms.flatMap((term) => foundAt(words, at, term))));
  };
}

/** Where a term stands among the words of a text, from one of them on. */
function foundAt(words: Word[], at: number, { words: wanted, isOpen }: Term): Range[] {
  let end = 0;
  for (const [index, word] of wanted.entries()) {
    const there = words[at + index];
    if (!there) return [];
    if (there.stem === word.stem) end = there.end;
    else if (isOpen && index === wanted.length - 1 && there.folded.startsWith(word.folded))
      end = there.start + unfolded(there.text, word.folded.length);
    else return [];
  }
  return [[words[at]?.start ?? 0, end]];
}

/** How long the beginning of a word is that has so many letters when it is folded. */
function unfolded(word: string, letters: number): number {
  let seen = 0;
  let length = 0;
  for (const [letter] of word.matchAll(/\p{M}*\P{M}\p{M}*/gu)) {
    if (seen >= letters) break;
    seen += fold(letter).length;
    length += letter.length;
  }
  return length;
}

/** Ranges in order; those that overlap are joined. */
function joined(found: Range[]): Range[] {
  const ranges: Range[] = [];
  for (const [start, end] of found.toSorted(([a], [b]) => a - b)) {
    const last = ranges.at(-1);
    if (last && start < last[1]) ranges[ranges.length - 1] = [last[0], Math.max(last[1], end)];
    else if (ranges.length < MOST_FOUND) ranges.push([start, end]);
  }
  return ranges;
}
