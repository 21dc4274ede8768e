/** Matches the name that is being typed before the caret. */
const NAMING = /(?<![\p{Lowercase}\p{Uppercase}\d_/=@]\p{M}*)@((?:[a-z0-9][a-z0-9._-]{0,31})?)$/iu;

/** Returns the beginning of the name at the caret of a text area and the place of its `@`, if there is one. */
export function nameAtCaret({ value, selectionStart, selectionEnd, readOnly }: HTMLTextAreaElement) {
  if (selectionStart !== selectionEnd || readOnly) return null;
  const before = value.slice(Math.max(0, selectionStart - 40), selectionStart);
  const found = NAMING.exec(before);
  return found && { prefix: found[1] ?? '', start: selectionStart - found[0].length };
}
