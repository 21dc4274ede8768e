/** The HTML of texts: the server writes the same (`src/core/text/html`). `scripts/markdownParity.mjs` writes it again. */
import { expect, it } from 'vitest';
import { parse } from './engine';
import cases from './html-cases.json';

type Case = { text: string; html: string | null; isInline?: boolean; hasMail?: boolean };

it.each(cases as Case[])('of $text is that of the shared case', ({ text, html, isInline = false, hasMail }) => {
  const nodes = parse(text, isInline, hasMail);
  const element = document.createElement('div');
  element.append(nodes ?? '');
  expect(nodes && element.innerHTML).toBe(html);
});
