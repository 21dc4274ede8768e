/** Finds the code of a text by the tokens that marked makes of it, which know no positions. */
import type { Token, Tokens } from 'marked';

/** The text inside a container such as a quote, whose lines are ends of lines of the whole text. */
type View = {
  text: string;
  /** Where each line begins in it. */
  lines: number[];
  /** Where each line begins in the whole text. */
  starts: number[];
};

/** Marks the characters of code blocks and code spans with 1. `tokens` are those of the text. */
export function maskCode(text: string, tokens: Token[]): Uint8Array {
  const masked = new Uint8Array(text.length);
  const lines = lineStarts(text);
  markCode(tokens, { text, lines, starts: lines }, 0, masked);
  return masked;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let feed = text.indexOf('\n'); feed >= 0; feed = text.indexOf('\n', feed + 1)) starts.push(feed + 1);
  return starts;
}

/** Marks the code among tokens that follow `from`. */
function markCode(tokens: Token[], view: View, from: number, masked: Uint8Array): void {
  let next = from;
  for (const token of tokens as Tokens.Generic[]) {
    const start = positionOf(token.raw, view.text, next);
    if (start < 0) continue;
    next = start + token.raw.length;
    if (token.type === 'code' || token.type === 'codespan') {
      masked.fill(1, inWhole(view, start), inWhole(view, next - 1) + 1);
    } else if (['blockquote', 'list_item', 'footnote'].includes(token.type)) {
      markCode(token.tokens ?? [], inside(token.text, view, start), 0, masked);
    } else {
      // A link, for example, begins with a bracket before its text.
      const within = token.tokens ? token.raw.indexOf(token.text) : 0;
      markCode(childrenOf(token), view, start + Math.max(0, within), masked);
    }
  }
}

function childrenOf(token: Tokens.Generic): Token[] {
  if (token.type === 'list') return (token as Tokens.List).items;
  if (token.type !== 'table') return token.tokens ?? [];
  const { header, rows } = token as Tokens.Table;
  return [header, ...rows].flat().flatMap((cell) => cell.tokens);
}

/** Returns the position of a token's source; in a table, where pipes are escaped, too. */
function positionOf(raw: string, text: string, from: number): number {
  const at = text.indexOf(raw, from);
  return at < 0 && raw.includes('|') ? text.indexOf(raw.replaceAll('|', '\\|'), from) : at;
}

/** Returns the view of the text of a container that begins at `start`. */
function inside(text: string, outer: View, start: number): View {
  const lines = lineStarts(text);
  const first = lineAt(outer, start);
  const starts = lines.map((begin, line) => {
    const length = (lines[line + 1] ?? text.length + 1) - 1 - begin;
    const index = first + line;
    const outerLength = (outer.lines[index + 1] ?? outer.text.length + 1) - 1 - (outer.lines[index] ?? 0);
    const from = outer.lines[index] ?? 0;
    // Without the spaces at its end, if the parser has removed them.
    const place = outer.text.slice(from, from + outerLength).lastIndexOf(text.slice(begin, begin + length));
    return (outer.starts[index] ?? 0) + (place < 0 ? Math.max(0, outerLength - length) : place);
  });
  return { text, lines, starts };
}

/** Returns the index of the line with a position. */
function lineAt({ lines }: View, position: number): number {
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

function inWhole(view: View, position: number): number {
  const line = lineAt(view, position);
  return (view.starts[line] ?? 0) + position - (view.lines[line] ?? 0);
}
