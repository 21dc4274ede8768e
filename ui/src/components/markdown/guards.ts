/**
 * What a text may hold so that reading it stays quick. The parser takes more than linear time, or runs out of stack, for
 * texts made to that end; a text over a limit is shown as it was written.
 */

/** Longest text that is parsed; imported posts are longer than what the forms take. */
const TEXT_LENGTH = 100_000;

const TABLE_COLUMNS = 60;

/** Cells of all tables: each row is filled up to the width of its header. */
const TABLE_CELLS = 5_000;

/** Opening brackets, or backticks, of a paragraph times its length: from each one the parser may look through all of it. */
const SEARCHES = 50_000_000;

/** Whether the text stays within the limits that can be seen without parsing it. Takes linear time. */
export function isWithinGuards(text: string): boolean {
  return text.length <= TEXT_LENGTH && !CROWDED.test(text) && tablesFit(text) && searchesFit(text);
}

/**
 * A line that begins with more list markers than lists may nest, and is no rule from some marker on. The parser stops at
 * what is nested too deeply, but goes through such a line once for each of its markers before.
 */
const CROWDED = /^[ \t>]*(?:(?!([*-])(?:[ \t]*\1)+[ \t]*$)(?:[*+-]|\d{1,9}[.)])[ \t>]+){21}/m;

/** All that a line between a table's header and its rows is made of, in a list or quote too. */
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
      if (columns > TABLE_COLUMNS) return false;
    }
    cells += columns;
    if (cells > TABLE_CELLS) return false;
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
    return paragraph.length * count <= SEARCHES;
  });
}
