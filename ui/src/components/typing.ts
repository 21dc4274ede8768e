/** What keys and pasting do in an editor, beside writing what is typed. */
import { type Edit, type Format, format, type Selection } from './formatting';

/** A pressed key, as events have it. */
type Key = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

const formatOf: Record<string, Format> = { b: 'bold', i: 'italic', k: 'link', e: 'code' };

/** A line with its indentation and signs of quotations, the sign of its item, its box, and its text. */
const LINE = /^([ \t]*(?:>[ \t]?)*)([-*+]|(\d{1,9})([.)]))([ \t]+)(\[[ xX]\][ \t]+)?(.*)$/;

const QUOTED = /^([ \t]*(?:>[ \t]?)+)(.*)$/;

const FENCE = /^[ \t>]*(```|~~~)/;

/** The indentation of code. */
const CODE_INDENT = '    ';

/** On a Mac, Ctrl and a letter moves the caret. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/**
 * Returns the edit of a key: Ctrl+B, I, K and E (Command on a Mac) format, Enter continues a list or a quotation, and Tab
 * indents an item or code. Nothing for other keys, which the browser handles.
 */
export function editOfKey(key: Key, selection: Selection): Edit | undefined {
  if (key.altKey) return undefined;
  const [wanted, other] = isMac ? [key.metaKey, key.ctrlKey] : [key.ctrlKey, key.metaKey];
  if (other) return undefined;
  if (wanted) {
    // On a keyboard with another script, the key is where it is on a Latin one.
    const letter = /^[a-z]$/i.test(key.key) ? key.key : key.code.replace('Key', '');
    const how = key.shiftKey ? undefined : formatOf[letter.toLowerCase()];
    return how && format(how, selection);
  }
  if (key.key === 'Enter' && !key.shiftKey) return continued(selection);
  if (key.key === 'Tab') return indented(selection, key.shiftKey);
  return undefined;
}

/** Returns where the first line of a selection begins and its last one ends. */
function linesOf({ text, start, end }: Selection): { from: number; to: number } {
  const feed = text.indexOf('\n', end);
  return { from: text.lastIndexOf('\n', start - 1) + 1, to: feed < 0 ? text.length : feed };
}

/** Returns whether a place is between the fences of code. */
function isInCode(text: string, place: number): boolean {
  let fence: string | undefined;
  for (const line of text.slice(0, place).split('\n').slice(0, -1)) {
    const [, mark] = FENCE.exec(line) ?? [];
    if (mark && (!fence || fence === mark)) fence = fence ? undefined : mark;
  }
  return fence !== undefined;
}

/** Begins the next item or line of a quotation; ends the list if its last item is empty. */
function continued(selection: Selection): Edit | undefined {
  const { text, start, end } = selection;
  if (start !== end || isInCode(text, start)) return undefined;
  const { from, to } = linesOf(selection);
  const line = text.slice(from, to);
  const item = LINE.exec(line);
  const quoted = item ? null : QUOTED.exec(line);
  const [, outside = '', sign = '', number, dot = '', space = '', box, said = ''] = item ?? [];
  const content = item ? said : (quoted?.[2] ?? '');
  if ((!item && !quoted) || start < to - content.length) return undefined;
  if (!content.trim()) return { from, to, insert: '', start: from, end: from };
  const next = number ? `${Number(number) + 1}${dot}` : sign;
  const insert = `\n${item ? outside + next + space + (box ? '[ ] ' : '') : quoted?.[1]}`;
  return { from: start, to: start, insert, start: start + insert.length, end: start + insert.length };
}

/** Moves the items or the lines of code in a selection to the right, or back. */
function indented(selection: Selection, isBack: boolean): Edit | undefined {
  const { text, start, end } = selection;
  const { from, to } = linesOf(selection);
  const lines = text.slice(from, to).split('\n');
  const [, , sign] = LINE.exec(lines[0] ?? '') ?? [];
  if (!sign && !isInCode(text, start)) return undefined;
  const indent = sign ? ' '.repeat(sign.length + 1) : CODE_INDENT;
  if (!sign && !isBack && start === end)
    return { from: start, to: end, insert: indent, start: start + indent.length, end: start + indent.length };
  const spaces = new RegExp(`^(?:\\t| {1,${indent.length}})`);
  const changed = lines.map((line) => (isBack ? line.replace(spaces, '') : line && indent + line));
  const insert = changed.join('\n');
  const moved = (changed[0] ?? '').length - (lines[0] ?? '').length;
  const first = Math.max(from, start + moved);
  return { from, to, insert, start: first, end: Math.max(first, end + insert.length - (to - from)) };
}

/** Returns the edit of pasting an address on a selected text: a link. Nothing for other texts. */
export function linkOf(pasted: string, { text, start, end }: Selection): Edit | undefined {
  const address = pasted.trim();
  const selected = text.slice(start, end);
  if (!/^https:\/\/[^\s<>()[\]]+$/.test(address) || !selected.trim() || /[\n[\]]|:\/\//.test(selected))
    return undefined;
  if (isInCode(text, start)) return undefined;
  const insert = `[${selected}](${address})`;
  return { from: start, to: end, insert, start: start + insert.length, end: start + insert.length };
}

/** Matches HTML that Markdown can say something of. Programs also put running text in elements. */
const FORMATTED =
  /<(?:a\s|[bi][\s>]|strong|em[\s>]|del|h[1-6]|[uo]l|code|blockquote|table)|font-(?:weight: ?(?:bold|[6-9]00)|style: ?italic)/i;

/** The longest HTML to convert. */
const MAX_HTML = 300_000;

/** Returns whether pasted HTML is formatted, and the place of the selection may have formatting. */
export const mayConvert = (html: string, { text, start }: Selection): boolean =>
  html.length <= MAX_HTML && FORMATTED.test(html) && !isInCode(text, start);

/** Returns the edit of pasting Markdown: its blocks begin a paragraph of their own. */
export function pasted(markdown: string, { text, start, end }: Selection): Edit {
  const isInLine = text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() !== '';
  const insert =
    isInLine && /^(?:[-#>|`~]|\d+\. )/.test(markdown) && markdown.includes('\n') ? `\n\n${markdown}` : markdown;
  return { from: start, to: end, insert, start: start + insert.length, end: start + insert.length };
}
