/** The longest description that a file name suggests, in characters. */
const MAX_LENGTH = 80;

/** Matches all but letters, digits and marks of languages, spaces and a few signs that mean nothing in Markdown. */
const SPECIAL = /[^\p{L}\p{M}\p{N} .,()-]+/gu;

/** Returns a name without what has a meaning in Markdown. */
function plain(name: string): string {
  const words = name.normalize('NFC').replace(SPECIAL, ' ').replace(/ +/g, ' ').trim();
  return [...words].slice(0, MAX_LENGTH).join('').trim();
}

/** Returns the name of a file as the page shows it. */
export const labelOf = (fileName: string): string => plain(fileName) || 'picture';

/** Returns the suggested description of a picture: the name of its file without the extension. */
export const altOf = (fileName: string): string => plain(fileName.replace(/\.\w{1,5}$/, '')) || 'picture';
