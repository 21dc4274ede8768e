import { describe, expect, it } from 'vitest';
import { splitByRanges } from './highlightRanges';
import { createSearchHighlighter } from './searchHighlight';

/** Returns the text with the matches in brackets. */
const marked = (search: string, text: string, allowPartial = false) =>
  splitByRanges(text, createSearchHighlighter(search, { allowPartial })(text))
    .map(({ text, isMatch }) => (isMatch ? `<${text}>` : text))
    .join('');

describe('found words', () => {
  it('are those with the same stem, whatever their case and diacritics', () => {
    // The stems that SQLite's FTS5 produces for these words.
    expect(marked('validators ', 'A validator validates; VALID or invalid')).toBe(
      'A <validator> <validates>; <VALID> or invalid',
    );
    expect(marked('running ponies ', 'Ann runs. Run, pony! runner')).toBe('Ann <runs>. <Run>, <pony>! runner');
    expect(marked('cafe ', 'Café CAFÉ cafe\u0301 cafeteria')).toBe('<Café> <CAFÉ> <cafe\u0301> cafeteria');
    expect(marked('as ', 'as a gas')).toBe('<as> a gas');
  });

  it('match the beginning of the last word, which may be incomplete', () => {
    expect(marked('plu', 'Plutus and plug, not supply')).toBe('<Plu>tus and <plu>g, not supply');
    expect(marked('plu xyz', 'Plutus xyzt')).toBe('Plutus <xyz>t');
    expect(marked('pl', 'Plutus PL')).toBe('Plutus <PL>');
    expect(marked('uber', 'Übersicht U\u0308bersicht')).toBe('<Über>sicht <U\u0308ber>sicht');
    expect(marked('"plu"', 'Plutus')).toBe('Plutus');
  });

  it('of a phrase stand together', () => {
    expect(marked('"smart contracts"', 'A smart contract is smart, a contract not')).toBe(
      'A <smart contract> is smart, a contract not',
    );
    expect(marked('cardano-cli', 'cardano-cli, cardano cli, cli')).toBe('<cardano-cli>, <cardano cli>, cli');
  });

  it('are not those that operators and tags name', () => {
    const search = '[plutus] user:ann is:answered is:accepted score:3 answers:-2 -ledger -"old way" wallet';
    expect(marked(search, 'plutus ann answered accepted score 3 ledger old way wallet')).toBe(
      'plutus ann answered accepted score 3 ledger old way <wallet>',
    );
    expect(marked('User:ann IS:Answered -[plutus] -[open', 'plutus ann answered open')).toBe(
      'plutus ann answered open',
    );
    expect(marked('[open', 'open')).toBe('<open>');
    expect(marked('is:odd score:x', 'is odd score x')).toBe('<is odd> <score x>');
  });

  it('may stand anywhere where nothing separates words', () => {
    expect(marked('合約', '智能合約是合約')).toBe('智能<合約>是<合約>');
    expect(marked('ウォレット 合', 'カルダノウォレット、合約')).toBe('カルダノ<ウォレット>、<合>約');
    expect(marked('plutus合約', 'Plutus合約 plutus')).toBe('<Plutus合約> plutus');
    expect(marked('한국', '한국어와 한 국')).toBe('<한국>어와 <한 국>');
    expect(marked('𠮷野', '𠮷野家')).toBe('<𠮷野>家');
  });

  it('stand in pairs of characters where a whole sentence is not found', () => {
    expect(marked('验证交易', '交易的验证')).toBe('交易的验证');
    expect(marked('验证交易', '交易的验证 验证交', true)).toBe('<交易>的<验证> <验证交>');
    expect(marked('cardano-cli-x', 'cardano cli', true)).toBe('cardano cli');
  });

  // A quadratic algorithm would exceed the test's timeout.
  it('are limited for every text', () => {
    for (const [search, text] of [
      ['a '.repeat(1_000), 'a '.repeat(15_000)],
      [`"${'a '.repeat(900)}"`, 'a '.repeat(15_000)],
      ['['.repeat(50_000), 'x'],
      ['"'.repeat(50_001), '"'.repeat(50_000)],
      ['-'.repeat(50_000), '-'],
      ['\u0301'.repeat(5_000), 'e\u0301\u0301'.repeat(30_000)],
      ['合', '合'.repeat(50_000)],
      ['w'.repeat(2_000), 'w'.repeat(50_000)],
      ['\0 \ud800 %', '\0 \ud800 %'],
    ] as const) {
      expect(createSearchHighlighter(search, { allowPartial: true })(text).length).toBeLessThanOrEqual(500);
    }
  });
});
