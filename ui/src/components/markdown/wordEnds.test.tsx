/** Where emphasis, addresses and struck out text end beside the signs of other scripts. */
import { render } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { Excerpt } from './Excerpt';
import { pairsOf } from './emphasis';
import { loadEngine } from './rendering';

beforeAll(loadEngine);

function html(text: string, hasMail = false): string {
  const { container, unmount } = render(<Excerpt text={text} hasMail={hasMail} />);
  const shown = container.firstElementChild?.innerHTML.trim() ?? '';
  unmount();
  return shown.replace(/ target="_blank" rel="[^"]*"/g, '').replace(/^<p>(.*)<\/p>$/s, '$1');
}

describe('emphasis', () => {
  it.each([
    ['**历经10年发展，**年', '<strong>历经10年发展，</strong>年'],
    ['中文**「重点」**中文', '中文<strong>「重点」</strong>中文'],
    ['これは**"重要"**です', 'これは<strong>"重要"</strong>です'],
    ['*（あ）*い', '<em>（あ）</em>い'],
    ['한국어**(강조)**는', '한국어<strong>(강조)</strong>는'],
    ['**the *n*th element**', '<strong>the <em>n</em>th element</strong>'],
    ['**I said "*Stop.*"**', '<strong>I said "<em>Stop.</em>"</strong>'],
    ['***a** b*', '<em><strong>a</strong> b</em>'],
    ['snake_case_name and _a_', 'snake_case_name and <em>a</em>'],
    ['a * b * c', 'a * b * c'],
    ['a"**b**"', 'a"<strong>b</strong>"'],
    ['a**"b"**c', 'a**"b"**c'],
  ])('of %s', (text, shown) => expect(html(text)).toBe(shown));

  it('of a hostile text takes linear time', () => {
    for (const pattern of ['*a', '*a_', '**a*', '_*', '*_a ', '~a', 'a*"', '***a']) {
      const start = performance.now();
      pairsOf(pattern.repeat(100_000 / pattern.length));
      expect(performance.now() - start).toBeLessThan(1_000);
    }
  });
});

describe('struck out text', () => {
  it.each([
    ['~a~ ~~b c~~', '<del>a</del> <del>b c</del>'],
    ['(~/a) to (~/b)', '(~/a) to (~/b)'],
    ['copy (~/.bashrc) to (~/.profile)', 'copy (~/.bashrc) to (~/.profile)'],
    ['5~10 and 6~7', '5~10 and 6~7'],
    ['~100 or ~200', '~100 or ~200'],
    ['~**a**~', '<del><strong>a</strong></del>'],
  ])('is found in %s', (text, shown) => expect(html(text)).toBe(shown));
});

describe('an address in running text ends', () => {
  const link = (address: string) => `<a href="${address}">${address}</a>`;
  const a = 'https://example.org/foo';
  it.each([
    [`詳しくは ${a}。次`, `詳しくは ${link(a)}。次`],
    [`（${a}）です`, `（${link(a)}）です`],
    [`中文${a}，然后`, `中文${link(a)}，然后`],
    [`${a}、続き`, `${link(a)}、続き`],
    [`“${a}” ‘${a}’ «${a}» „${a}“`, `“${link(a)}” ‘${link(a)}’ «${link(a)}» „${link(a)}“`],
    [`[${a}] {${a}}`, `[${link(a)}] {${link(a)}}`],
    [`\\(${a}\\) \\[${a}\\]`, `(${link(a)}) [${link(a)}]`],
    [`${a}… and ${a}—so`, `${link(a)}… and ${link(a)}—so`],
    [`${a}؟`, `${link(a)}؟`],
    [`(see ${a}_(b)).`, `(see ${link(`${a}_(b)`)}).`],
  ])('in %s', (text, shown) => expect(html(text)).toBe(shown));

  it('after letters of any script', () =>
    expect(html('https://example.org/日本')).toBe(
      '<a href="https://example.org/%E6%97%A5%E6%9C%AC">https://example.org/日本</a>',
    ));

  it('and is no version of a package', () =>
    expect(html('lodash@4.17.21 a@b.org', true)).toBe('lodash@4.17.21 <a href="mailto:a@b.org">a@b.org</a>'));
});

it('the text of a link may contain a backtick', () => {
  expect(html('[a `](https://b.org)')).toBe('<a href="https://b.org">a `</a>');
  expect(html('[a `b` `](https://c.org)`')).toBe('[a <code>b</code> <code>](https://c.org)</code>');
});

it('a line of a quoted list may end with a space', () => {
  expect(html('> - a \nb').replace(/\s*(<[^>]*>)\s*/g, '$1')).toBe('<blockquote><ul><li>a\nb</li></ul></blockquote>');
});
