/** The extension of Markdown that marked does not know: `$…$` and `$$…$$`. */
import type { TokenizerExtension } from 'marked';
import { findFormulas, formulaAt } from '../../lib/formula';

/**
 * Returns whether `joinFormulaLines` may change a formula: a line or a vertical line ends between two dollar
 * signs of one paragraph.
 */
export const mayHaveSpecialFormulas = (text: string): boolean =>
  text.split(/\n[ \t]*\n/).some((paragraph) => {
    const first = paragraph.indexOf('$');
    return first >= 0 && /[\n|]/.test(paragraph.slice(first, paragraph.lastIndexOf('$')));
  });

/** Stands for a vertical line in a formula. Unicode has left it free among the letters of formulas. */
const BAR = '\u0378';

/**
 * Joins the lines of each formula with form feeds, so that no line of it begins a block, such as a
 * list, and replaces its vertical lines, so that none ends a cell of a table. The signs of quotes around
 * the formula do not belong to it. `masked` marks the code of the text.
 */
export function joinFormulaLines(text: string, masked: Uint8Array): string {
  let joined = '';
  let done = 0;
  for (const { start, end } of findFormulas(text, masked)) {
    const raw = text.slice(start, end);
    if (!/[\n|]/.test(raw)) continue;
    const line = text.slice(text.lastIndexOf('\n', start) + 1, start);
    const depth = (/^[ \t>]*/.exec(line)?.[0].split('>').length ?? 1) - 1;
    // After a backslash a vertical line stays: tables read it as part of their cell.
    const special = new RegExp(`\\\\.|\\||\\n(?:[ \\t]*> ?){0,${depth}}`, 'g');
    const shielded = raw.replace(special, (found) => (found === '|' ? BAR : found[0] === '\n' ? '\f' : found));
    joined += text.slice(done, start) + shielded;
    done = end;
  }
  return joined + text.slice(done);
}

/** Returns HTML with the lines of its formulas as they were. */
export const restoreFormulas = (html: string): string => html.replaceAll('\f', '\n').replaceAll(BAR, '|');

/** Replaces the content of formulas, where an asterisk is not emphasis. */
export function maskFormulas(text: string): string {
  let masked = '';
  let done = 0;
  for (const { start, end } of findFormulas(text)) {
    masked += `${text.slice(done, start)}$${'a'.repeat(end - start - 2)}$`;
    done = end;
  }
  return masked + text.slice(done);
}

/** An inline formula, `$$` included. */
export const inlineFormula: TokenizerExtension = {
  name: 'inlineFormula',
  level: 'inline',
  start: (src) => src.indexOf('$'),
  tokenizer(src, tokens) {
    const run = /^\$+/.exec(src)?.[0];
    if (run === undefined) return undefined;
    const formula = formulaAt(src, 0, tokens.at(-1)?.raw.at(-1));
    // Text that starts no formula is returned in one piece. Looking again from each of its dollar
    // signs would take quadratic time.
    if (!formula) return { type: 'text', raw: run, text: run };
    return { type: 'inlineFormula', raw: src.slice(0, formula.end), isDisplay: formula.size === 2 };
  },
};

/**
 * The highest offset in a paragraph at which a block formula interrupts it. Later ones are inline.
 */
const MAX_INTERRUPT_OFFSET = 5_000;

/** Where a line starts with `$$`. Not `indexOf('\n$$')`, which is slow where there are many lines. */
function startOfLine(text: string): number | undefined {
  let at = text.indexOf('$$');
  while (at > 0 && text[at - 1] !== '\n') at = text.indexOf('$$', at + 2);
  return at > 0 ? at : undefined;
}

/** A block formula between `$$` that is alone on its line. */
export const blockFormula: TokenizerExtension = {
  name: 'blockFormula',
  level: 'block',
  start: (src) => startOfLine(src.slice(0, MAX_INTERRUPT_OFFSET)),
  tokenizer(src) {
    const indent = /^ {0,3}(?=\$\$)/.exec(src)?.[0];
    const formula = indent === undefined ? undefined : formulaAt(src, indent.length, '');
    if (formula?.size !== 2) return undefined;
    const rest = /^[ \t]*(?:\n+|$)/.exec(src.slice(formula.end))?.[0];
    if (rest === undefined) return undefined;
    return { type: 'blockFormula', raw: src.slice(0, formula.end + rest.length), isDisplay: true };
  },
};
