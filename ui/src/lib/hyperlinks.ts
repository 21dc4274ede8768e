import { isFormula, runLength } from './formula';

/**
 * Whether every inline Markdown link has a text and an address that starts with `https://` and goes on. Code and
 * formulas contain no links; an image may do without a text. Takes time linear in the length of the text.
 * The server's `text::hyperlinks` is the same rule; `validation-cases.json` tests both.
 */
export function hasOnlyValidHyperlinks(text: string): boolean {
  const masked = mask(text);
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (masked[at]) continue;
    if (text[at] === '\\') at += 1;
    else if (text[at] === '[') open.push(at);
    else if (text[at] === ']') {
      const start = open.pop();
      const address = start !== undefined && text[at + 1] === '(' ? destination(text, at + 2) : undefined;
      if (start === undefined || address === undefined) continue;
      const isImage = text[start - 1] === '!';
      const hasText = text.slice(start + 1, at).trim() !== '';
      if (!/^https:\/\/./s.test(address) || !(hasText || isImage)) return false;
    }
  }
  return true;
}

const skipBlanks = (text: string, at: number): number => {
  let next = at;
  while (text[next] === ' ' || text[next] === '\t' || text[next] === '\n') next += 1;
  return next;
};

/** The address of a link whose `(` stands just before `from`; none if this is not a link after all. */
function destination(text: string, from: number): string | undefined {
  const start = skipBlanks(text, from);
  const angled = text[start] === '<';
  const end = angled ? endOfAngled(text, start + 1) : endOfBare(text, start);
  if (end === undefined) return undefined;
  const after = skipBlanks(text, angled ? end + 1 : end);
  const closing = { '"': '"', "'": "'", '(': ')' }[text[after] ?? ''];
  const closes = text[after] === ')' || (closing !== undefined && isTitled(text, after, closing));
  return closes ? text.slice(angled ? start + 1 : start, end) : undefined;
}

function endOfAngled(text: string, from: number): number | undefined {
  for (let at = from; at < text.length && text[at] !== '\n'; at += 1) if (text[at] === '>') return at;
  return undefined;
}

/** How deep brackets may nest in an address; deeper is no link in CommonMark's reference implementation either. */
const addressNesting = 32;

function endOfBare(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const c = text[at];
    if (c === '\\') at += 1;
    else if (c === ' ' || c === '\t' || c === '\n') return at;
    else if (c === '(' && depth++ === addressNesting) return undefined;
    else if (c === ')' && depth-- === 0) return at;
  }
  return undefined;
}

/** Longest title that is looked for; it keeps many unfinished titles linear. */
const titleSpan = 1000;

function isTitled(text: string, start: number, closing: string): boolean {
  const end = text.slice(start, start + titleSpan).indexOf(closing, 1);
  return end !== -1 && text[skipBlanks(text, start + end + 1)] === ')';
}

/** Marks what is inside of code blocks, code spans and formulas. */
function mask(text: string): Uint8Array {
  const masked = new Uint8Array(text.length);
  maskFences(text, masked);
  maskSpans(text, masked, '`');
  maskSpans(text, masked, '$');
  return masked;
}

function maskFences(text: string, masked: Uint8Array): void {
  let fence: { mark: string; length: number } | undefined;
  let start = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const [, run = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/s.exec(line) ?? [];
    const mark = run[0];
    const opens = !fence && mark !== undefined && !(mark === '`' && rest.includes('`'));
    if (fence || opens) masked.fill(1, start, start + line.length);
    if (opens) fence = { mark, length: run.length };
    else if (fence && mark === fence.mark && run.length >= fence.length && rest.trim() === '') fence = undefined;
    start += line.length;
  }
}

/** Marks from a run of `mark` to the next run of the same length, between dollar signs only what is a formula. */
function maskSpans(text: string, masked: Uint8Array, mark: '`' | '$'): void {
  const runs: { start: number; length: number }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (masked[at]) continue;
    if (text[at] === '\\') at += 1;
    else if (text[at] === mark) {
      const length = runLength(text, at, mark);
      runs.push({ start: at, length });
      at += length - 1;
    }
  }
  // For each run the next one of the same length, found from the back.
  const next: (number | undefined)[] = [];
  const latest = new Map<number, number>();
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const { length } = runs[index] as (typeof runs)[number];
    next[index] = latest.get(length);
    latest.set(length, index);
  }
  for (let index = 0; index < runs.length; ) {
    const { start, length } = runs[index] as (typeof runs)[number];
    const close = next[index];
    const end = close === undefined ? undefined : runs[close]?.start;
    if (close !== undefined && end !== undefined && (mark === '`' || isFormula(text, start, end, length))) {
      masked.fill(1, start, end + length);
      index = close + 1;
    } else index += 1;
  }
}
