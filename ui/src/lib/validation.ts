/**
 * The rules for what people write, the same as the server's (`src/text.rs`); `validation-cases.json` tests both.
 * Each rule answers with the sentence to show, or with null. All take time linear in the length of the text.
 */
import { limits } from '../api/generated';
import * as sentences from '../api/sentences';
import { hasInvalidHyperlink } from './hyperlinks';

/** A rule for one field of a form. */
export type Rule = (text: string) => string | null;

/** Control characters, of which stored text has none but the line feed and the tab. */
const CONTROL = /(?![\n\t])\p{Cc}/gu;

// `\p{White_Space}` rather than `\s`, `trim` or `split(/\s/)`: it is what Rust's `char::is_whitespace` means.
const isBlank = (text: string): boolean => !/\P{White_Space}/u.test(text);

const words = (text: string): string[] => text.split(/\p{White_Space}+/u).filter((word) => word !== '');

const clean = (text: string): string => text.replace(/\r\n?/g, '\n').replace(CONTROL, '');

/** The length in characters as the server counts them: code points. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function written(text: string, limit: number, empty: string, tooLong: string): string | null {
  if (text.includes('\0')) return sentences.invalidCharacter;
  const cleaned = clean(text);
  if (isBlank(cleaned)) return empty;
  return characters(cleaned) > limit ? tooLong : null;
}

/** Every inline Markdown link needs a text and an address that starts with `https://` and goes on. */
export const hyperlinks: Rule = (text) => (hasInvalidHyperlink(text) ? sentences.invalidHyperlink : null);

/** A text trimmed, as the server stores it. One with a NUL it refuses. */
const trimmed = (text: string): string => (text.includes('\0') ? text : clean(text).trim());

/** The same on one line. */
const onOneLine = (text: string): string => (text.includes('\0') ? text : words(clean(text)).join(' '));

/** A question's title. */
export const title: Rule = (text) =>
  written(onOneLine(text), limits.title, sentences.titleEmpty, sentences.titleTooLong);

/** A question's Markdown. */
export const questionText: Rule = (text) =>
  written(text, limits.questionText, sentences.questionTextEmpty, sentences.questionTextTooLong) ??
  hyperlinks(clean(text));

/** An answer's Markdown. */
export const answerText: Rule = (text) =>
  written(text, limits.answerText, sentences.answerTextEmpty, sentences.answerTextTooLong) ?? hyperlinks(clean(text));

/** A comment's text. */
export const commentText: Rule = (text) =>
  written(text, limits.commentText, sentences.commentTextEmpty, sentences.commentTextTooLong);

/** A message in a chat. */
export const message: Rule = (text) => written(text, limits.message, sentences.messageEmpty, sentences.messageTooLong);

/** A community's name. */
export const communityName: Rule = (text) =>
  written(onOneLine(text), limits.communityName, sentences.communityNameEmpty, sentences.communityNameTooLong);

/** What a community says of itself; it may be empty. */
export const communityDescription: Rule = (text) =>
  written(trimmed(text), limits.communityDescription, '', sentences.descriptionTooLong) || null;

/** The tags in a field that separates them by white space: each once, whatever its case, in the order written. */
export function splitTags(field: string): string[] {
  const tags = new Map<string, string>();
  for (const word of words(field)) {
    const folded = word.toLowerCase();
    if (!tags.has(folded)) tags.set(folded, word);
  }
  return [...tags.values()];
}

/** A question's tags, as the text of their field. */
export const tags: Rule = (field) => {
  const names = splitTags(field);
  if (names.length === 0) return sentences.tagsMissing;
  if (names.length > limits.tags) return sentences.tagsTooMany;
  for (const name of names) {
    if (characters(name) > limits.tag) return sentences.tagTooLong;
    if (/\p{Cc}/u.test(name)) return sentences.tagInvalid;
  }
  return null;
};
