import { expect, it } from 'vitest';
import { beginAtMark, markedSource } from './markedSource';

/** Returns the text and the HTML of what is shown of parts within elements. */
function begun(html: string, ...parts: string[]) {
  const { content } = Object.assign(document.createElement('template'), {
    innerHTML: html.replace('%', markedSource(parts)),
  });
  beginAtMark(content);
  const shown = Object.assign(document.createElement('div'), { textContent: content.textContent });
  return [shown.textContent, [...content.querySelectorAll('mark')].map(({ textContent }) => textContent)];
}

it('a short passage begins with the word before its first match', () => {
  const lead = '… and what else there is to say of an arch: ';
  const found = ['keystone', ' of an ', 'arch', ' there'];
  const marks = ['keystone', 'arch'];
  expect(begun('<p>%</p>', `${lead}the `, ...found)).toEqual(['… the keystone of an arch there', marks]);
  expect(begun(`<p>${lead}<em>so</em> <code>%</code></p>`, 'the ', ...found)[0]).toBe(
    '… the keystone of an arch there',
  );
  expect(begun(`<p>${lead}<code>%</code></p>`, '', ...found)).toEqual(['… keystone of an arch there', marks]);
  expect(begun('<p>%</p>', `${lead}sesquipedalian-`, ...found)).toEqual(['… keystone of an arch there', marks]);
  expect(begun('<p>%</p>', 'The ', ...found)).toEqual(['The keystone of an arch there', marks]);
  expect(begun('<p>%</p>', '', ...found)).toEqual(['keystone of an arch there', marks]);
  expect(begun('<p>%</p>', `${lead}$a = `, 'b', '$ and more')).toEqual([`${lead}$a = b$ and more`, []]);
});
