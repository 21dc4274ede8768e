/**
 * A part that folds: `<details>` or `<details open>` on a line, optionally `<summary>…</summary>` beside it or on the next
 * line, and `</details>` on a line. What is between is Markdown. Everything else about these elements is text. The server has
 * the same rule (`src/core/text/syntax.rs`).
 */
import type { RendererExtension, TokenizerAndRendererExtension } from 'marked';
import { charge, nested } from './work';

const SUMMARY = '<summary>(.+)</summary>[ \\t]*';
const LINE = `<details( open)?>[ \\t]*(?:${SUMMARY})?`;

const OPENING = new RegExp(`^ {0,3}${LINE}(?:\\n|$)`);
const NEXT_SUMMARY = new RegExp(`^ {0,3}${SUMMARY}(?:\\n|$)`);

/** Matches the lines that begin and end such a part, and the fences of code. */
const BOUNDARY = new RegExp(`^ {0,3}(?:(\`{3,}|~{3,})(.*)|(${LINE})|</details>[ \\t]*)$`, 'gm');

/** The cost per character of the search for the end. */
const COST = 4;

export const details: TokenizerAndRendererExtension = {
  name: 'details',
  level: 'block',
  tokenizer(src) {
    const [opening, open, beside] = OPENING.exec(src) ?? [];
    if (opening === undefined || !src.includes('</details>')) return undefined;
    const [next = '', below] = beside === undefined ? (NEXT_SUMMARY.exec(src.slice(opening.length)) ?? []) : [];
    const from = opening.length + next.length;
    const closing = closingLine(src.slice(from));
    charge(COST * (closing ? closing.end : src.length));
    if (!closing) return undefined;
    const { state } = this.lexer;
    const { top } = state;
    state.top = true;
    const inside = nested(() => this.lexer.blockTokens(src.slice(from, from + closing.start)));
    state.top = top;
    const raw = src.slice(0, from + closing.end);
    const line = (beside ?? below)?.trim();
    const summary =
      line === undefined ? [] : [{ type: 'summary', raw: line, text: line, tokens: this.lexer.inline(line) }];
    return { type: 'details', raw, text: raw, isOpen: open !== undefined, tokens: [...summary, ...inside] };
  },
  renderer({ isOpen, tokens = [] }) {
    return `<details${isOpen ? ' open' : ''}>\n${this.parser.parse(tokens)}</details>\n`;
  },
};

export const summary: RendererExtension = {
  name: 'summary',
  renderer({ tokens = [] }) {
    return `<summary>${this.parser.parseInline(tokens)}</summary>\n`;
  },
};

/** Returns where the line is that closes what began before a text. */
function closingLine(text: string): { start: number; end: number } | undefined {
  let open = 1;
  let fence = '';
  for (const { 0: line, 1: marks, 2: info = '', 3: opening, index: start } of text.matchAll(BOUNDARY)) {
    if (fence) {
      if (marks?.startsWith(fence) && info.trim() === '') fence = '';
    } else if (marks) {
      if (!(marks.startsWith('`') && info.includes('`'))) fence = marks;
    } else {
      open += opening ? 1 : -1;
    }
    if (open === 0) return { start, end: Math.min(text.length, start + line.length + 1) };
  }
  return undefined;
}
