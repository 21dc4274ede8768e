/** The part of our Markdown that marked does not know: `$…$` and `$$…$$`. */
import type { TokenizerExtension } from 'marked';
import { FORMULA_LENGTH, isFormula } from '../../lib/formula';

/** Where the run of dollar signs that closes a formula stands, from `start` on; -1 if none does. */
function closing(text: string, start: number, length: number): number {
  const limit = Math.min(text.length, start + 2 * FORMULA_LENGTH + length);
  for (let at = start; at < limit; at += 1) {
    if (text[at] === '\\') {
      at += 1;
    } else if (text[at] === '$') {
      const run = at;
      while (text[at + 1] === '$') at += 1;
      if (at + 1 - run === length) return run;
    }
  }
  return -1;
}

/** The source of the formula that starts at `at`. */
function formulaAt(text: string, at: number): { raw: string; source: string; isDisplay: boolean } | undefined {
  let start = at;
  while (text[start] === '$') start += 1;
  const length = start - at;
  if (length !== 1 && length !== 2) return undefined;
  const end = closing(text, start, length);
  if (end < 0 || !isFormula(text, start, end, length)) return undefined;
  return { raw: text.slice(at, end + length), source: text.slice(start, end), isDisplay: length === 2 };
}

/** The text with other characters inside of its formulas, where an asterisk is no emphasis. */
export function maskFormulas(text: string): string {
  let masked = '';
  let done = 0;
  const runs = /\$+/g;
  for (let run = runs.exec(text); run; run = runs.exec(text)) {
    const raw = formulaAt(text, run.index)?.raw;
    if (raw === undefined) continue;
    masked += `${text.slice(done, run.index)}$${'a'.repeat(raw.length - 2)}$`;
    done = run.index + raw.length;
    runs.lastIndex = done;
  }
  return masked + text.slice(done);
}

/** A formula in running text, `$$` included. */
export const inlineFormula: TokenizerExtension = {
  name: 'inlineFormula',
  level: 'inline',
  start: (src) => src.indexOf('$'),
  tokenizer(src) {
    const run = /^\$+/.exec(src)?.[0];
    if (run === undefined) return undefined;
    const formula = formulaAt(src, 0);
    // What starts no formula is text in one piece: looked at again from each of its signs, it would take quadratic time.
    return formula ? { type: 'inlineFormula', ...formula } : { type: 'text', raw: run, text: run };
  },
};

/** How far into a paragraph a formula may begin that interrupts it. Further on it is one in running text. */
const INTERRUPTED = 5_000;

/** Where a line starts with `$$`. Not `indexOf('\n$$')`, which is slow where there are many lines. */
function startOfLine(text: string): number | undefined {
  let at = text.indexOf('$$');
  while (at > 0 && text[at - 1] !== '\n') at = text.indexOf('$$', at + 2);
  return at > 0 ? at : undefined;
}

/** A formula that stands alone between `$$`: nothing in it is Markdown, however its lines start. */
export const blockFormula: TokenizerExtension = {
  name: 'blockFormula',
  level: 'block',
  start: (src) => startOfLine(src.slice(0, INTERRUPTED)),
  tokenizer(src) {
    const indent = /^ {0,3}(?=\$\$)/.exec(src)?.[0];
    if (indent === undefined) return undefined;
    const formula = formulaAt(src, indent.length);
    if (!formula?.isDisplay) return undefined;
    const rest = /^[ \t]*(?:\n+|$)/.exec(src.slice(indent.length + formula.raw.length))?.[0];
    if (rest === undefined) return undefined;
    return { type: 'blockFormula', ...formula, raw: indent + formula.raw + rest };
  },
};
