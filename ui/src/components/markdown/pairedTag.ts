/**
 * The elements that a text may contain as HTML: a key (`<kbd>Ctrl</kbd>`), and text below and above the line. They have no
 * attributes and a closing tag. The server has the same rule (`src/core/text/html/tags.rs`).
 */
import { charge } from './work';

const OPENING = /^<(kbd|sub|sup)>/;

/** Matches what the search for a closing tag passes: escapes, rows of backticks, and the tags of such elements. */
const NEXT = /\\.|`+|<(\/?)(kbd|sub|sup)>/gs;

/** The cost per character of the search for the closing tag. */
const COST = 8;

export type PairedTag = { raw: string; tag: string; text: string };

/** Returns the element that begins a text, if it is closed and not empty. */
export function pairedTag(src: string): PairedTag | undefined {
  const [opening, tag = ''] = OPENING.exec(src) ?? [];
  if (opening === undefined) return undefined;
  charge(src.length);
  if (!src.includes(`</${tag}>`)) return undefined;
  const end = endOf(src, tag);
  const text = src.slice(opening.length, end - tag.length - 3);
  return end < 0 || text === '' ? undefined : { raw: src.slice(0, end), tag, text };
}

/** Returns where the element that begins a text ends, or -1. */
function endOf(src: string, tag: string): number {
  let open = 0;
  let done = 0;
  const next = new RegExp(NEXT);
  for (let found = next.exec(src); found; found = next.exec(src)) {
    const [written, slash, name] = found;
    if (written.startsWith('`')) {
      const closing = new RegExp(`(?<!\`)${written}(?!\`)`, 'g');
      closing.lastIndex = next.lastIndex;
      const hasEnd = closing.test(src);
      charge(hasEnd ? 0 : COST * (src.length - next.lastIndex));
      if (hasEnd) next.lastIndex = closing.lastIndex;
    } else if (name === tag) {
      open += slash ? -1 : 1;
    }
    charge(COST * (next.lastIndex - done));
    done = next.lastIndex;
    if (name === tag && open === 0) return done;
  }
  charge(COST * (src.length - done));
  return -1;
}
