import { plainTitle } from './plainFormula';

/**
 * Returns the text of Markdown on one line, for small spaces. Between the items of a list, and after it, is a separator, as
 * in excerpts.
 */
export const plainText = (markdown: string): string =>
  withoutLists(
    plainTitle(markdown)
      .replace(/!?\[([^\][]*)\]\([^()\s]*\)/g, '$1')
      .replace(/^[ \t]*(?:#{1,6}|>|```.*|~~~.*)(?:[ \t]+|$)/gm, ''),
  )
    .replace(/(\*\*|__|~~|`)(?=\S)([^\n]*?\S)\1/g, '$2')
    .replace(/(^|[^\w*])([*_])(?=\S)([^*_\n]*?\S)\2(?![\w*])/g, '$1$3')
    .replace(/\s+/g, ' ')
    .trim();

/** Returns a text with separators in place of the marks of its lists. */
function withoutLists(text: string): string {
  let isInList = false;
  let isAfterBlank = true;
  const lines = text.split('\n').map((line) => {
    const [mark = '', number] = /^[ \t]*(?:[-*+]|(\d{1,9})[.)])[ \t]+/.exec(line) ?? [];
    // Within a paragraph, only the number 1 begins a list.
    const isItem = mark && (!number || number === '1' || isInList || isAfterBlank);
    const isAfterList = isInList && !isItem && isAfterBlank && /^\S/.test(line);
    const separator = isInList && (isItem || isAfterList) ? '· ' : '';
    isInList = Boolean(isItem) || (isInList && !isAfterList);
    isAfterBlank = !line.trim();
    return separator + (isItem ? line.slice(mark.length) : line);
  });
  return lines.join('\n');
}
