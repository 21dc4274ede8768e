/** The extension of Markdown that marked does not know: `$…$` and `$$…$$`. */
import type { TokenizerExtension } from 'marked';
import { FORMULA_LENGTH, isFormula } from '../../lib/formula';

/**
 * Returns the index of the dollar signs that close a formula, at or after `start`; -1 if there are
 * none.
 */
function findClosing(text: string, start: number, length: number): number {
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

/** Returns the formula at `at`. */
function formulaAt(text: string, at: number): { raw: string; source: string; isDisplay: boolean } | undefined {
  let start = at;
  while (text[start] === '$') start += 1;
  const length = start - at;
  if (length !== 1 && length !== 2) return undefined;
  const end = findClosing(text, start, length);
  if (end < 0 || !isFormula(text, start, end, length)) return undefined;
  return { raw: text.slice(at, end + length), source: text.slice(start, end), isDisplay: length === 2 };
}

/** Replaces the content of formulas, where an asterisk is not emphasis. */
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

/** An inline formula, `$$` included. */
export const inlineFormula: TokenizerExtension = {
  name: 'inlineFormula',
  level: 'inline',
  start: (src) => src.indexOf('$'),
  tokenizer(src) {
    const run = /^\$+/.exec(src)?.[0];
    if (run === undefined) return undefined;
    const formula = formulaAt(src, 0);
    // Text that starts no formula is returned in one piece. Looking again from each of its dollar
    // signs would take quadratic time.
    return formula ? { type: 'inlineFormula', ...formula } : { type: 'text', raw: run, text: run };
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

/** A block formula between `$$`. Nothing in it is Markdown, whatever its lines start with. */
export const blockFormula: TokenizerExtension = {
  name: 'blockFormula',
  level: 'block',
  start: (src) => startOfLine(src.slice(0, MAX_INTERRUPT_OFFSET)),
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
