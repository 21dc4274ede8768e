/**
 * Footnotes, as on GitHub: `[^name]` in a line, and `[^name]: text` that begins one, whose further paragraphs are indented
 * by four spaces. They are at the end of the text, numbered by their first references; those without one are the last. The
 * server has the same rule (`src/core/text/html/notes.rs`).
 */
import type { TokenizerAndRendererExtension } from 'marked';
import { charge, nested } from './work';

const LABEL = '\\[\\^((?:\\\\.|[^\\\\[\\]\\n]){1,999})\\]';
const REFERENCE = new RegExp(`^${LABEL}(?!\\()`);
const DEFINITION = new RegExp(`^ {0,3}${LABEL}:[ \\t]*`);

/** Matches a line that does not continue the paragraph before it. */
const INTERRUPTS = new RegExp(
  `^ {0,3}(?:#{1,6}(?:\\s|$)|>|\`{3}|~{3}|[*+-][ \\t]|1[.)][ \\t]|(?:[*_-][ \\t]*){3,}$|</?(?:details|summary)>|${LABEL}:)`,
);

/** How far from its start a paragraph is searched for a footnote that ends it. */
const MAX_INTERRUPT_OFFSET = 5_000;

/** The cost per character of the search for the end of a footnote. */
const COST = 0.5;

type Note = { key: string; html: string };

const defined = new Set<string>();
/** The number of each footnote that has a reference, in their order. */
const numbers = new Map<string, number>();
let notes: Note[] = [];

export function startNotes(): void {
  defined.clear();
  numbers.clear();
  notes = [];
}

const keyOf = (label = ''): string => label.trim().replace(/\s+/g, ' ').toLowerCase();

/** Returns the HTML of the list of footnotes. */
export function notesHtml(): string {
  if (notes.length === 0) return '';
  const known = new Set<string>();
  const rest: string[] = [];
  const numbered: string[] = [];
  for (const { key, html } of notes) {
    const number = known.has(key) ? undefined : numbers.get(key);
    known.add(key);
    if (number === undefined) rest.push(html);
    else numbered[number - 1] = withBackLink(html, number);
  }
  const items = [...numbered, ...rest].map((html) => `<li>\n${html}</li>\n`);
  return `<ol class="footnotes">\n${items.join('')}</ol>\n`;
}

/** Returns the HTML of a footnote with a link to its first reference, in its last paragraph if it ends with one. */
function withBackLink(html: string, number: number): string {
  const link = `<a class="footnote-back" href="#ref-${number}">↩</a>`;
  return html.endsWith('</p>\n') ? `${html.slice(0, -5)} ${link}</p>\n` : `${html}${link}\n`;
}

export const footnoteReference: TokenizerAndRendererExtension = {
  name: 'footnoteReference',
  level: 'inline',
  tokenizer(src) {
    const [raw, label] = REFERENCE.exec(src) ?? [];
    const key = keyOf(label);
    return raw === undefined || !defined.has(key) ? undefined : { type: 'footnoteReference', raw, key };
  },
  renderer({ key }) {
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    return `<sup><a class="footnote" href="#note-${number}">${number}</a></sup>`;
  },
};

export const footnote: TokenizerAndRendererExtension = {
  name: 'footnote',
  level: 'block',
  start(src) {
    const head = src.slice(0, MAX_INTERRUPT_OFFSET);
    let at = head.indexOf('[^');
    while (at >= 0 && !(/\n {0,3}$/.test(head.slice(Math.max(0, at - 4), at)) && DEFINITION.test(head.slice(at))))
      at = head.indexOf('[^', at + 2);
    return at > 0 ? at : undefined;
  },
  tokenizer(src) {
    const [mark, label] = DEFINITION.exec(src) ?? [];
    const key = keyOf(label);
    if (mark === undefined || key === '') return undefined;
    const { end, text } = contentOf(src, mark.length);
    charge(COST * end);
    defined.add(key);
    const { state } = this.lexer;
    const { top } = state;
    state.top = true;
    const tokens = nested(() => this.lexer.blockTokens(text));
    state.top = top;
    return { type: 'footnote', raw: src.slice(0, end), text, key, tokens };
  },
  renderer({ key, tokens = [] }) {
    notes.push({ key, html: this.parser.parse(tokens) });
    return '';
  },
};

/** Returns the text of a footnote without its indentation, and where it ends. */
function contentOf(src: string, from: number): { end: number; text: string } {
  const lines: string[] = [];
  let end = from;
  let isParagraph = true;
  for (let start = from; start < src.length; ) {
    const feed = src.indexOf('\n', start);
    const next = feed < 0 ? src.length : feed + 1;
    const line = src.slice(start, feed < 0 ? src.length : feed);
    const inside = start === from ? line : line.replace(/^(?: {4}| {0,3}\t)/, '');
    const isEmpty = line.trim() === '';
    const isIndented = start === from || inside !== line;
    if (!isEmpty && !isIndented && (!isParagraph || INTERRUPTS.test(line))) break;
    lines.push(inside);
    // A line that is not indented continues only a paragraph.
    isParagraph = !isEmpty && !(isIndented && /^(?:#| {4}|`{3}|~{3})/.test(inside)) && (isParagraph || isIndented);
    if (!isEmpty) end = next;
    start = next;
  }
  return { end, text: lines.join('\n').trimEnd() };
}
