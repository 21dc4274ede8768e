/**
 * Limits that keep parsing fast. For hostile texts the parser takes more than linear time or
 * overflows the stack. A text over a limit is shown as its source.
 */

/** The longest text to parse. Imported posts may be longer than the forms accept. */
const MAX_TEXT_LENGTH = 100_000;

const MAX_TABLE_COLUMNS = 60;

/** Cells of all tables. Each row is filled up to the width of its header. */
const MAX_TABLE_CELLS = 5_000;

/**
 * The opening brackets or backticks of a paragraph times its length: from each one the parser may
 * search all of it.
 */
const MAX_SEARCH_COST = 50_000_000;

/**
 * Returns whether the text is within the limits that can be checked without parsing. Takes linear
 * time.
 */
export function isWithinLimits(text: string): boolean {
  return text.length <= MAX_TEXT_LENGTH && !TOO_MANY_MARKERS.test(text) && tablesFit(text) && searchesFit(text);
}

/**
 * Matches a line that begins with more list markers than lists may nest, and that is not a
 * horizontal rule from some marker on. The parser rejects such nesting, but only after one pass
 * over the line for each marker.
 */
const TOO_MANY_MARKERS = /^[ \t>]*(?:(?!([*-])(?:[ \t]*\1)+[ \t]*$)(?:[*+-]|\d{1,9}[.)])[ \t>]+){21}/m;

/** The characters of a table's delimiter row, in a list or quote too. */
const DELIMITERS = /^[-|: \t>*+\d.)\n]+$/;

function tablesFit(text: string): boolean {
  let columns = 0;
  let cells = 0;
  for (let start = 0; start < text.length; ) {
    const end = nextLine(text, start);
    const line = text.slice(start, end);
    if (line.trim() === '') {
      columns = 0;
    } else if (line.includes('-') && DELIMITERS.test(line)) {
      columns = line.split('|').length;
      if (columns > MAX_TABLE_COLUMNS) return false;
    }
    cells += columns;
    if (cells > MAX_TABLE_CELLS) return false;
    start = end;
  }
  return true;
}

function nextLine(text: string, start: number): number {
  const feed = text.indexOf('\n', start);
  return feed < 0 ? text.length : feed + 1;
}

function searchesFit(text: string): boolean {
  return text.split(/\n\s*\n/).every((paragraph) => {
    const count = Math.max(paragraph.split('[').length, paragraph.split(/`+/).length) - 1;
    return paragraph.length * count <= MAX_SEARCH_COST;
  });
}
