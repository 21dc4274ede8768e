import { limits, sentences } from '../api/generated';
import { hasOnlyValidHyperlinks } from './hyperlinks';

// The server checks the same rules (`src/text.rs`); `validation-cases.json` tests both sides. A rule returns the
// sentence that the user reads, or nothing.

const isBlank = (text: string) => text.trim() === '';

/** Length in characters as the server counts them: code points. */
export const lengthOf = (text: string): number => {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
};

/** A question's title; runs of white space count as one space. */
export function titleError(title: string): string | undefined {
  const line = title.trim().replace(/\s+/g, ' ');
  if (line === '') return sentences.titleEmpty;
  return lengthOf(line) > limits.title ? sentences.titleTooLong : undefined;
}

/** A question's Markdown. */
export function questionTextError(text: string): string | undefined {
  if (isBlank(text)) return sentences.questionTextEmpty;
  if (lengthOf(text) > limits.questionText) return sentences.questionTextTooLong;
  return hasOnlyValidHyperlinks(text) ? undefined : sentences.invalidHyperlink;
}

/** An answer's Markdown. */
export function answerTextError(text: string): string | undefined {
  if (isBlank(text)) return sentences.answerTextEmpty;
  if (lengthOf(text) > limits.answerText) return sentences.answerTextTooLong;
  return hasOnlyValidHyperlinks(text) ? undefined : sentences.invalidHyperlink;
}

/** A comment's text. */
export function commentTextError(text: string): string | undefined {
  if (isBlank(text)) return sentences.commentTextEmpty;
  return lengthOf(text) > limits.commentText ? sentences.commentTextTooLong : undefined;
}

/** The tags written in a field, split at white space: each once, whatever its case, in the order written. */
export function tagsOf(field: string): string[] {
  const tags = new Map<string, string>();
  for (const tag of field.split(/\s+/)) {
    const folded = tag.toLowerCase();
    if (tag !== '' && !tags.has(folded)) tags.set(folded, tag);
  }
  return [...tags.values()];
}

/** The field in which a question's tags are written. */
export function tagsError(field: string): string | undefined {
  const tags = tagsOf(field);
  if (tags.length === 0) return sentences.tagsMissing;
  if (tags.length > limits.tags) return sentences.tagsTooMany;
  return tags.some((tag) => lengthOf(tag) > limits.tag) ? sentences.tagTooLong : undefined;
}
