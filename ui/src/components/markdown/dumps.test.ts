/**
 * Counts the formulas of published dumps. They contain texts of real people, so they are not part of
 * this repository: `STOA_DATA` names their directory, or they are in `../shared/data`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFormulas } from '../../lib/formula';
import cases from '../../lib/formula-cases.json';
import { startDrawing } from './math';
import { codeOf } from './parser';

const data = join(process.env.STOA_DATA ?? '../../shared/data', 'stackexchange');

const decode = (text: string): string =>
  text
    .replace(/&#xD;|&#xA;|&#10;/g, '\n')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');

/** Returns the values of an attribute in a file of a dump; none if there is no such file. */
function values(dump: string, file: string, attribute: string): string[] {
  const path = join(data, dump, file);
  if (!existsSync(path)) return [];
  const found = readFileSync(path, 'utf8').matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'));
  return [...found].map(([, value = '']) => decode(value));
}

/** Returns the paragraphs of HTML as text, without code. */
const paragraphs = (html: string): string[] =>
  html
    .replace(/<pre[\s\S]*?<\/pre>|<code>[\s\S]*?<\/code>/g, ' ')
    .split(/<\/?(?:p|li|h\d|blockquote|td|th|hr)\b[^>]*>/)
    .map((part) => decode(part.replace(/<[^>]+>/g, '')));

const textsOf = (dump: string): string[] => [
  ...values(dump, 'Posts.xml', 'Body').flatMap(paragraphs),
  ...values(dump, 'Posts.xml', 'Title'),
  ...values(dump, 'PostHistory.xml', 'Text'),
  ...values(dump, 'Comments.xml', 'Text'),
  ...values(dump, 'Users.xml', 'AboutMe').flatMap(paragraphs),
];

const formulasOf = (text: string): string[] =>
  findFormulas(text, codeOf(text)).map(({ start, end }) => text.slice(start, end));

/** Returns the formulas that KaTeX cannot draw. */
function undrawn(formulas: string[]): string[] {
  const drawFormula = startDrawing();
  return formulas.filter((formula) => {
    const element = document.createElement('span');
    element.className = formula.startsWith('$$') ? 'math math-display' : 'math';
    element.textContent = formula;
    drawFormula(element, 15_000);
    return !element.firstElementChild;
  });
}

describe('the formulas of dumps', () => {
  // These formulas were read: they are formulas. All other dollar signs are money or code.
  it.each([
    ['cardano', 4],
    ['bicycles-meta', 3],
  ])('in %s are these %d, and no amounts of money', (dump, count) => {
    const texts = textsOf(dump);
    if (!texts.length) return;
    const signs = texts.join('').split('$').length - 1;
    const formulas = texts.flatMap(formulasOf);
    const drawn = formulas.length - undrawn(formulas).length;
    console.info(
      `${dump}: ${signs} dollar signs in ${texts.length} texts, ${formulas.length} formulas, ${drawn} drawn`,
    );
    expect([formulas.length, drawn]).toEqual([count, count]);
  });
});

it('draws the formulas of the grammar’s cases', () => {
  const formulas = cases.flatMap((entry) => entry.formulas);
  const failed = undrawn(formulas);
  console.info(`${formulas.length - failed.length} of ${formulas.length} formulas drawn`);
  expect(failed).toEqual([]);
});
