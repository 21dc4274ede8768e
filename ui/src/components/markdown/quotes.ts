/**
 * Quotations that are more than that: notes, as on GitHub (`> [!NOTE]` on the first line). The server has the same rule
 * (`src/core/text/syntax.rs`).
 */

const MARK = /^( {0,3}>) ?\[!(note|tip|important|warning|caution)\][ \t]*(?=\n|$)/i;

/** Returns the kind of a quotation, and its source without the mark that says so. */
export function kindOf(src: string): { kind?: string | undefined; src: string } {
  const [mark, sign = '', kind] = MARK.exec(src) ?? [];
  return mark === undefined ? { src } : { kind: kind?.toLowerCase(), src: sign + src.slice(mark.length) };
}

/** Returns the HTML of a quotation with the HTML inside it. */
export function quoteHtml(kind: string | undefined, html: string): string {
  if (kind === undefined) return `<blockquote>\n${html}</blockquote>\n`;
  const title = kind.charAt(0).toUpperCase() + kind.slice(1);
  return `<div class="admonition ${kind}">\n<p class="admonition-title">${title}</p>\n${html}</div>\n`;
}
