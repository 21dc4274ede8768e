import type { MarkedExtension, TokenizerAndRendererExtension, Tokens } from 'marked';
import { isFormula, runLength } from '../../lib/formula';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as HTML that shows exactly this text. */
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (c) => escapes[c] as string);

/** The formula at the start of `source`: from a run of dollar signs to the next one of the same length. */
function formulaAt(source: string): { raw: string; tex: string; isDisplay: boolean } | undefined {
  const length = runLength(source, 0, '$');
  if (length < 1 || length > 2) return undefined;
  for (let at = length; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === '$') {
      const run = runLength(source, at, '$');
      if (run === length) {
        if (!isFormula(source, 0, at, length)) return undefined;
        return { raw: source.slice(0, at + length), tex: source.slice(length, at), isDisplay: length === 2 };
      }
      at += run - 1;
    } else if (source[at] === '\n' && source[at + 1] === '\n') return undefined;
  }
  return undefined;
}

/** The TeX source is the node's text, so that it stays readable wherever it is not drawn. */
function render(token: Tokens.Generic): string {
  return `<span class="math${token.isDisplay ? ' math-display' : ''}">${escapeHtml(token.tex as string)}</span>`;
}

const inline: TokenizerAndRendererExtension = {
  name: 'formula',
  level: 'inline',
  start: (source) => source.indexOf('$'),
  tokenizer(source) {
    const formula = formulaAt(source);
    return formula && { type: 'formula', ...formula };
  },
  renderer: render,
};

/** A formula that is a block of its own: inside it `-` and `+` at the start of a line begin no list. */
const block: TokenizerAndRendererExtension = {
  name: 'formulaBlock',
  level: 'block',
  start: (source) => /(?:^|\n) {0,3}\$\$/.exec(source)?.index,
  tokenizer(source) {
    const indent = /^ {0,3}(?=\$\$)/.exec(source)?.[0];
    if (indent === undefined) return undefined;
    const formula = formulaAt(source.slice(indent.length));
    const end = formula && /^[ \t]*(?:\n|$)/.exec(source.slice(indent.length + formula.raw.length))?.[0];
    if (!formula || end === undefined) return undefined;
    return { type: 'formulaBlock', ...formula, raw: indent + formula.raw + end };
  },
  renderer: (token) => `<p>${render(token)}</p>\n`,
};

/** Formulas as Stack Exchange and many others write them; see {@link isFormula}. */
export const mathSyntax: MarkedExtension = { extensions: [block, inline] };
