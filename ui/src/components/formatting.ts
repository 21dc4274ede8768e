/** Markdown for what is selected in a text, as an editor's buttons put it in. */

export type Format = 'bold' | 'italic' | 'code' | 'link' | 'quote' | 'list' | 'math';

type Selection = { text: string; start: number; end: number };

/** Puts `insert` in place of what stands between `from` and `to`, and selects a part of the text that results. */
export type Edit = { from: number; to: number; insert: string; start: number; end: number };

/** What stands before and after, and what is written where nothing is selected. */
const around = {
  bold: ['**', '**', 'bold text'],
  italic: ['*', '*', 'italic text'],
  code: ['`', '`', 'code'],
  link: ['[', '](https://)', 'text of the link'],
  math: ['$', '$', 'x^2'],
} as const;

const fences = { code: ['```\n', '\n```'], math: ['$$\n', '\n$$'] } as const;

const prefixes = { quote: '> ', list: '- ' } as const;

/** What a button does. The same again takes it back. */
export function format(how: Format, selection: Selection): Edit {
  if (how === 'quote' || how === 'list') return formatLines(prefixes[how], selection);
  const { text, start, end } = selection;
  const selected = text.slice(start, end);
  // Several lines of code or math are a block of their own.
  const isBlock = (how === 'code' || how === 'math') && selected.includes('\n');
  const [before, after] = isBlock ? fences[how] : around[how];
  if (isWrapped(selection, before, after)) {
    const from = start - before.length;
    return { from, to: end + after.length, insert: selected, start: from, end: from + selected.length };
  }
  const inner = selected || around[how][2];
  const insert = before + inner + after;
  const at = start + before.length;
  if (how !== 'link') return { from: start, to: end, insert, start: at, end: at + inner.length };
  // The address is what is still missing, unless its text is too.
  const address = at + inner.length + '](https://'.length;
  return { from: start, to: end, insert, start: selected ? address : at, end: selected ? address : at + inner.length };
}

/** Whether the marks stand around the selection already, and are not a part of longer ones, like * of **. */
function isWrapped({ text, start, end }: Selection, before: string, after: string): boolean {
  const [mark] = before;
  return (
    text.slice(0, start).endsWith(before) &&
    text.startsWith(after, end) &&
    text[start - before.length - 1] !== mark &&
    text[end + after.length] !== mark
  );
}

/** Puts the prefix before every line that the selection touches, or takes it away where all have it. */
function formatLines(prefix: string, { text, start, end }: Selection): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  const to = lineEnd < 0 ? text.length : lineEnd;
  const lines = text.slice(from, to).split('\n');
  const isPrefixed = lines.every((line) => line.startsWith(prefix));
  const changed = lines.map((line) => (isPrefixed ? line.slice(prefix.length) : prefix + line));
  const insert = changed.join('\n');
  return { from, to, insert, start: from + (lines.length > 1 ? 0 : insert.length), end: from + insert.length };
}

/** Makes an edit as if it were typed, so that it can be undone, and those who listen hear of it. */
export function apply({ from, to, insert, start, end }: Edit, area: HTMLTextAreaElement): void {
  area.focus();
  area.setSelectionRange(from, to);
  // Deprecated, and the one way that keeps the history of what can be undone.
  const isTyped = document.execCommand?.(insert ? 'insertText' : 'delete', false, insert);
  if (!isTyped) {
    area.setRangeText(insert);
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(start, end);
}
