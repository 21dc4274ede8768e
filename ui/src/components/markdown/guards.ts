/** Longest text that is parsed: above every limit for new posts, since an imported one may be longer. */
const longestText = 65_536;
const deepestNesting = 20;
const widestTable = 40;
/** Brackets and emphasis marks in a paragraph, whose pairs a parser looks for again and again. */
const mostMarks = 2_000;

/** `>`, `-`, `+`, `*`, `1.` or `1)` at the start of a line: each is one level deeper, as are two columns of space. */
const containers = /^(?:[ \t]|>|[-+*][ \t]|\d{1,9}[.)][ \t])*/;

function nestingOf(line: string): number {
  const start = containers.exec(line)?.[0] ?? '';
  const marks = start.replace(/\d+/g, '').replace(/[ \t]/g, '').length;
  // Space alone is nesting only before a list item; otherwise it is code, or means nothing.
  const spaces = /[-+*.)][ \t]$/.test(start) ? start.search(/[^ \t]/) / 2 : 0;
  return marks + spaces;
}

/**
 * Whether a text can be parsed and drawn in reasonable time. Checked before parsing, in one pass over the lines;
 * a text that fails is shown as it was written.
 */
export function isReasonable(text: string): boolean {
  if (text.length > longestText) return false;
  let marks = 0;
  for (const line of text.split('\n')) {
    if (nestingOf(line) > deepestNesting) return false;
    if (/^[ \t>]*\|?[ \t]*:?-+:?[ \t]*\|/.test(line) && line.split('|').length > widestTable) return false;
    marks = line.trim() === '' ? 0 : marks + (line.match(/[[\]*_~<]/g)?.length ?? 0);
    if (marks > mostMarks) return false;
  }
  return true;
}
