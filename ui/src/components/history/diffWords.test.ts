// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import { diffWords, queueDiff } from './diffWords';

const shown = (before: string, after: string) =>
  diffWords(before, after)
    ?.map(({ text, kind }) => ({ same: text, added: `+${text}+`, removed: `-${text}-` })[kind])
    .join('');

/** Joins the parts of a diff to the text before or after it. */
const side = (before: string, after: string, without: 'added' | 'removed') =>
  diffWords(before, after)
    ?.filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');

describe('differences', () => {
  it('are words', () => {
    expect(shown('a large text file', 'the large file')).toBe('-a-+the+ large -text -file');
    expect(shown('same', 'same')).toBe('same');
    expect(shown('', 'new')).toBe('+new+');
    expect(shown('old', '')).toBe('-old-');
  });

  it('leave out nothing of either text', () => {
    const texts = [
      'fn main() {\n\tlet a = 1;\n}\n',
      'fn main() {\r\n  let b  = 1;\n}',
      '👩‍👩‍👧 zeru\u0301 <b>&amp;</b> \u202eabc',
      '   ',
      '\n\n',
    ];
    for (const before of texts) {
      for (const after of texts) {
        expect(side(before, after, 'added')).toBe(before);
        expect(side(before, after, 'removed')).toBe(after);
      }
    }
  });

  const random = (seed: number, words: number, kinds: number) => {
    let state = seed;
    return Array.from({ length: words }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return `w${state % kinds}`;
    }).join(' ');
  };

  // The length limit of an imported post is 100,000 characters.
  it.each([
    ['all other words', 'a '.repeat(15_000), 'b '.repeat(15_000)],
    ['shuffled words', random(1, 12_000, 1_000), random(2, 12_000, 1_000)],
    ['every second word', 'a b '.repeat(20_000), 'a c '.repeat(20_000)],
    ['signs', '.'.repeat(100_000), '.'.repeat(90_000)],
  ])('are given up for %s', (_, before, after) => {
    expect(diffWords(before, after)).toBeNull();
  });

  it.each([
    ['one long word', 'a'.repeat(100_000), 'b'.repeat(100_000)],
    ['a word in a long text', `${random(1, 15_000, 500)} old`, `${random(1, 15_000, 500)} new`],
  ])('are found in %s', (_, before, after) => {
    expect(diffWords(before, after)).not.toBeNull();
  });

  it('are given up when they take long, however few they are', () => {
    let now = 0;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => {
      now += 60;
      return now;
    });
    expect(diffWords('a b c d e f', 'u v w x y z')).toBeNull();
    clock.mockRestore();
    expect(diffWords('a b c d e f', 'u v w x y z')).not.toBeNull();
  });

  it('arrive in order', async () => {
    const found = await Promise.all([queueDiff('a', 'b'), queueDiff('a', 'a')]);
    expect(found).toEqual([
      [
        { text: 'a', kind: 'removed' },
        { text: 'b', kind: 'added' },
      ],
      [{ text: 'a', kind: 'same' }],
    ]);
  });
});
