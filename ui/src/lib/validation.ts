/**
 * The validation rules, the same as the server's (`src/text.rs`); `validation-cases.json` tests
 * both. Each rule returns the error message, or null. All take linear time.
 */
import { limits } from '../api/generated';
import * as sentences from '../api/sentences';
import type { Failure } from './failure';
import { invalidHyperlink } from './hyperlinks';
import { nameKey } from './nameKey';

/** The rule of one field. */
export type Rule = (text: string) => string | null;

/** Control characters. Stored text contains only the line feed and the tab. */
const CONTROL = /(?![\n\t])\p{Cc}/gu;

// `\p{White_Space}` instead of `\s`, `trim` or `split(/\s/)`: it equals Rust's
// `char::is_whitespace`. The rest shows nothing either: `is_blank` of the server.
const isBlank = (text: string): boolean =>
  !/[^\p{White_Space}\p{Cc}\p{DI}\u2800\ufff9-\ufffb\u{1d159}\u{13430}-\u{1343f}]/u.test(text);

const words = (text: string): string[] => text.split(/\p{White_Space}+/u).filter((word) => word !== '');

const clean = (text: string): string => text.replace(/\r\n?/g, '\n').replace(CONTROL, '');

/** Removes what overrides or isolates the direction of the text after it. The server stores no such title or tag. */
const withoutDirectionControls = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

/** Returns the length in code points, as on the server. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function validateText(text: string, limit: number, empty: string, tooLong: string): string | null {
  if (text.includes('\0')) return sentences.invalidCharacter;
  const cleaned = clean(text);
  if (isBlank(cleaned)) return empty;
  return characters(cleaned) > limit ? tooLong : null;
}

/**
 * Rejects inline Markdown links without a text, or with an address that does not start with
 * `https://` and continue, unless the version `before` has them.
 */
export function hyperlinks(text: string, before?: string): Failure | null {
  const detail = invalidHyperlink(text, before);
  return detail === null ? null : { text: sentences.invalidHyperlink, detail };
}

/** Trims a text, as the server stores it. The server rejects a text with NUL. */
const trimmed = (text: string): string => (text.includes('\0') ? text : clean(text).trim());

/** Trims a text to one line. */
const onOneLine = (text: string): string =>
  text.includes('\0') ? text : words(withoutDirectionControls(clean(text))).join(' ');

/** Validates a question's title. */
export const title: Rule = (text) =>
  validateText(onOneLine(text), limits.title, sentences.titleEmpty, sentences.titleTooLong);

/** Validates a question's Markdown, which may keep any links of the version `before`. */
export const questionText = (text: string, before?: string): Failure | string | null =>
  validateText(text, limits.questionText, sentences.questionTextEmpty, sentences.questionTextTooLong) ??
  hyperlinks(clean(text), before);

/** Validates an answer's Markdown, which may keep any links of the version `before`. */
export const answerText = (text: string, before?: string): Failure | string | null =>
  validateText(text, limits.answerText, sentences.answerTextEmpty, sentences.answerTextTooLong) ??
  hyperlinks(clean(text), before);

/** Validates a comment. */
export const commentText: Rule = (text) =>
  validateText(text, limits.commentText, sentences.commentTextEmpty, sentences.commentTextTooLong);

/** Validates a message. */
export const message: Rule = (text) =>
  validateText(text, limits.message, sentences.messageEmpty, sentences.messageTooLong);

/** Validates a community's name. */
export const communityName: Rule = (text) =>
  validateText(onOneLine(text), limits.communityName, sentences.communityNameEmpty, sentences.communityNameTooLong);

/** Validates a community's description, which may be empty. */
export const communityDescription: Rule = (text) =>
  validateText(trimmed(text), limits.communityDescription, '', sentences.descriptionTooLong) || null;

/** Validates a reason. `empty` is the error of an empty one; null: it may be empty. */
export const reason = (text: string, empty: string | null = sentences.reasonEmpty): string | null =>
  validateText(trimmed(text), limits.reason, empty ?? '', sentences.reasonTooLong) || null;

/**
 * Returns the tags of a field, separated by white space: each name once, in their order.
 */
export function splitTags(field: string): string[] {
  const tags = new Map<string, string>();
  for (const word of words(withoutDirectionControls(field))) {
    // The upper case of the dotless letter is that of another one.
    const key = nameKey(word.replace(/ı/g, '\0'));
    if (!isBlank(word) && !tags.has(key)) tags.set(key, word);
  }
  return [...tags.values()];
}

/** Validates the field of a question's tags. */
export const tags: Rule = (field) => {
  const names = splitTags(field);
  if (names.length === 0) return sentences.tagsMissing;
  if (names.length > limits.tags) return sentences.tagsTooMany;
  for (const name of names) {
    if (characters(name) > limits.tag) return sentences.tagTooLong;
    if (/\p{Cc}/u.test(name)) return sentences.tagInvalid;
    if (/^\.{1,2}$|\//.test(nameKey(name))) return sentences.tagWithoutPath;
  }
  return null;
};
