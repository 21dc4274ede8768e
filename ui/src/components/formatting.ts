/** Inserts Markdown at the selection of a text, for the buttons of an editor. */

export type Format = 'bold' | 'italic' | 'code' | 'link' | 'quote' | 'list' | 'math';

export type Selection = { text: string; start: number; end: number };

/** Replaces the text between `from` and `to` with `insert`, and selects a part of the result. */
export type Edit = { from: number; to: number; insert: string; start: number; end: number };

/** The text before and after the selection, and the placeholder for an empty selection. */
const around = {
  bold: ['**', '**', 'bold text'],
  italic: ['*', '*', 'italic text'],
  code: ['`', '`', 'code'],
  link: ['[', '](https://)', 'text of the link'],
  math: ['$', '$', 'x^2'],
} as const;

const fences = { code: ['```\n', '\n```'], math: ['$$\n', '\n$$'] } as const;

const prefixes = { quote: '> ', list: '- ' } as const;

/** Returns the edit of a button. The same button again reverts it. */
export function format(how: Format, selection: Selection): Edit {
  if (how === 'quote' || how === 'list') return formatLines(prefixes[how], selection);
  const { text, start, end } = selection;
  const selected = text.slice(start, end);
  // Several lines of code or math become a block.
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
  // Select the missing part: the address, or the text if that is missing too.
  const address = at + inner.length + '](https://'.length;
  return { from: start, to: end, insert, start: selected ? address : at, end: selected ? address : at + inner.length };
}

/**
 * Returns whether the marks already surround the selection and are not part of longer marks, like *
 * of **.
 */
function isWrapped({ text, start, end }: Selection, before: string, after: string): boolean {
  const [mark] = before;
  return (
    text.slice(0, start).endsWith(before) &&
    text.startsWith(after, end) &&
    text[start - before.length - 1] !== mark &&
    text[end + after.length] !== mark
  );
}

/** Adds the prefix to every line of the selection, or removes it if all lines have it. */
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

/** Applies an edit as if it were typed: it can be undone, and listeners are notified. */
export function apply({ from, to, insert, start, end }: Edit, area: HTMLTextAreaElement): void {
  area.focus();
  area.setSelectionRange(from, to);
  // Deprecated, but the only way that keeps the undo history.
  const isTypedEntry = document.execCommand?.(insert ? 'insertText' : 'delete', false, insert);
  if (!isTypedEntry) {
    area.setRangeText(insert);
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(start, end);
}
