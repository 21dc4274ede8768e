import { type RangeFinder, splitByRanges } from '../lib/highlightRanges';

/** Shows a text in parts that are alternately unmarked and marked. */
export function MarkedText({ parts }: { parts: readonly string[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
  return parts.map((part, index) => (index % 2 && part ? <mark key={index}>{part}</mark> : part));
}

/** Marks the matches in a text. */
export function Highlight({ text, find }: { text: string; find: RangeFinder | undefined }) {
  return find ? <MarkedText parts={splitByRanges(text, find(text))} /> : text;
}
