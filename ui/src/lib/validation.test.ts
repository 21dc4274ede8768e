import { describe, expect, it } from 'vitest';
import '../components/markdown/checkLinks';
import type { Failure } from './failure';
import * as validation from './validation';
import cases from './validation-cases.json';

const rules: Record<string, (text: string) => Failure | string | null> = {
  title: validation.title,
  questionText: validation.questionText,
  answerText: validation.answerText,
  commentText: validation.commentText,
  message: validation.message,
  hyperlinks: validation.hyperlinks,
  tags: validation.tags,
  communityName: validation.communityName,
  communityDescription: validation.communityDescription,
};

/** Returns the sentence of an error. */
const sentenceOf = (error: Failure | string | null | undefined) =>
  typeof error === 'object' ? (error?.text ?? null) : error;

describe('the cases shared with the server', () => {
  // Only the server validates the name of a new user: it knows which are taken or reserved.
  it.each(cases.filter(({ rule }) => rule !== 'username'))('$rule of $input', ({ rule, input, error }) => {
    expect(sentenceOf(rules[rule]?.(input))).toBe(error);
  });
});

describe('splitTags', () => {
  it('keeps the first of each tag in the order written', () => {
    expect(validation.splitTags('  rust Haskell\tRUST\n haskell sql ')).toEqual(['rust', 'Haskell', 'sql']);
  });
});

describe('hostile texts take linear time', () => {
  it.each([
    '[',
    ']',
    '[a](',
    '[a](<',
    '![',
    '`',
    '``` ',
    '$',
    '$$ ',
    '$a',
    '\\',
    '[a](b "',
    '[a]((',
    '~~~\n',
    '[](',
  ])('%j repeated', (pattern) => {
    const text = pattern.repeat(300_000 / pattern.length);
    const start = performance.now();
    validation.hyperlinks(text);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

describe('a refused link', () => {
  it.each([
    [
      'see [a](https://a.example) and [b](http://b.example)',
      '[b](http://b.example): its address must begin with https://',
    ],
    ['[ ](https://a.example)', '[ ](https://a.example): it has no text'],
    [`[${'a'.repeat(90)}](/x)`, `[${'a'.repeat(79)}…: its address must begin with https://`],
  ])('of %j is named with the reason', (text, detail) => {
    expect(validation.hyperlinks(text)).toEqual({ text: 'Invalid hyperlink format.', detail });
  });
});

describe('an edit', () => {
  const before = '[a](/question/1) [b](http://example.org)';

  it('keeps the links of the version before', () => {
    expect(validation.answerText(`[b](http://example.org) more ${before}`, before)).toBeNull();
    expect(sentenceOf(validation.questionText(before))).toBe('Invalid hyperlink format.');
  });

  it('adds no such links', () =>
    expect(sentenceOf(validation.answerText(`${before} [c](/question/2)`, before))).toBe('Invalid hyperlink format.'));
});
