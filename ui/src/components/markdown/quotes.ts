/**
 * Quotations that are more than that: notes, as on GitHub (`> [!NOTE]` on the first line), and spoilers, as on Stack Exchange
 * and Reddit (`>!`). Two vertical lines, as on Discord, are no spoiler: programs contain them. The server has the same rule
 * (`src/core/text/syntax.rs`).
 */

const MARK = /^( {0,3}>) ?\[!(note|tip|important|warning|caution)\][ \t]*(?=\n|$)/i;

/** Matches a quotation that begins as a spoiler, but not that of a picture: `>![a](b)`. */
const SPOILER = /^( {0,3}>)!(?!\[) ?/;
const SPOILER_LINES = new RegExp(SPOILER, 'gm');

/** Returns the kind of a quotation, and its source without the marks that say so. */
export function kindOf(src: string): { kind?: string | undefined; src: string } {
  if (SPOILER.test(src)) {
    const end = /\n[ \t]*\n|$/.exec(src)?.index;
    return { kind: 'spoiler', src: src.slice(0, end).replace(SPOILER_LINES, '$1 ') + src.slice(end) };
  }
  const [mark, sign = '', kind] = MARK.exec(src) ?? [];
  return mark === undefined ? { src } : { kind: kind?.toLowerCase(), src: sign + src.slice(mark.length) };
}

/** Returns the HTML of a quotation with the HTML inside it. */
export function quoteHtml(kind: string | undefined, html: string): string {
  if (kind === undefined) return `<blockquote>\n${html}</blockquote>\n`;
  if (kind === 'spoiler') return `<details class="spoiler">\n<summary>Spoiler</summary>\n${html}</details>\n`;
  const title = kind.charAt(0).toUpperCase() + kind.slice(1);
  return `<div class="admonition ${kind}">\n<p class="admonition-title">${title}</p>\n${html}</div>\n`;
}
