import { describe, expect, it } from 'vitest';
import cases from './search-cases.json';
import { describePart, filtersOf, literally, searchParts, withoutParts } from './searchOperators';

const folded = (tag: string) => tag.trimStart().replaceAll(' ', '+').toLowerCase();

describe('the parts of a search', () => {
  it.each(cases)('are those of the server: $text', ({ text, ...expected }) => {
    const parts = searchParts(text);
    const tags = parts.filter(({ kind }) => kind === 'tag');
    const count = (isCounted: (part: (typeof parts)[number]) => boolean) => parts.filter(isCounted).length;
    const isText = ({ kind, value }: (typeof parts)[number]) =>
      (kind === 'word' || kind === 'phrase') && /[\p{L}\p{N}]/u.test(value);
    expect({
      tags: tags.filter(({ isExcluded }) => !isExcluded).map(({ value }) => folded(value)),
      excludedTags: tags.filter(({ isExcluded }) => isExcluded).map(({ value }) => folded(value)),
      phrases: count((part) => part.kind === 'phrase' && !part.isExcluded && isText(part)),
      excluded: count((part) => part.isExcluded && isText(part)),
      filters: count(({ kind }) => !['tag', 'phrase', 'word'].includes(kind)),
    }).toEqual(expected);
  });

  it('are described, and taken out one by one', () => {
    const text = 'where  [plutus] is "the wallet" -old user:ann by:ann is:accepted score:3 after:2026-11 file';
    const filters = filtersOf(text);
    expect(filters.map(describePart)).toEqual([
      'tag plutus',
      '“the wallet”',
      'without “old”',
      'asked by ann',
      'asked or answered by ann',
      'accepted answer',
      'score of at least 3',
      'since 2026-11',
    ]);
    expect(withoutParts(text, filters.slice(0, 1))).toBe(text.replace(' [plutus]', '').replace('where  ', 'where '));
    expect(withoutParts(text, filters)).toBe('where is file');
  });
});

it('a search is literal where another one differs', () => {
  expect(literally('Walet [x] "a b" 100%', 'wallet [x] "a b" 100%')).toBe('"Walet" [x] "a b" 100%');
});
