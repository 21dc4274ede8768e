import { plainTitle } from './plainFormula';

/** Returns the text of Markdown on one line, for small spaces. */
export const plainText = (markdown: string): string =>
  plainTitle(markdown)
    .replace(/!?\[([^\][]*)\]\([^()\s]*\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|>|\d{1,9}[.)]|```.*|~~~.*)(?:[ \t]+|$)/gm, '')
    .replace(/^[ \t]*[-*+][ \t]+/gm, '• ')
    .replace(/(\*\*|__|~~|`)(?=\S)([^\n]*?\S)\1/g, '$2')
    .replace(/(^|[^\w*])([*_])(?=\S)([^*_\n]*?\S)\2(?![\w*])/g, '$1$3')
    .replace(/\s+/g, ' ')
    .trim();
