import { type RangeFinder, splitByRanges } from '../lib/highlightRanges';

/** Marks the matches in a text. */
export function Highlight({ text, find }: { text: string; find: RangeFinder | undefined }) {
  if (!find) return text;
  let at = 0;
  return splitByRanges(text, find(text)).map(({ text, isMatch }) => {
    const key = at;
    at += text.length;
    return isMatch ? <mark key={key}>{text}</mark> : text;
  });
}
