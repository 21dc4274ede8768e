/** The largest number of characters of a slug. */
const maxLength = 80;

/** Returns the readable part of a question's address, as `src/core/text/slug.rs` does; null for a title without words. */
export function slug(title: string): string | null {
  const text = title
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .normalize('NFC');
  const words = text.split(/[^\p{Alphabetic}\p{N}\p{M}]+/u).filter((word) => /[\p{Alphabetic}\p{N}]/u.test(word));
  const length = (text: string) => [...text].length;
  const [first, ...others] = words;
  if (first === undefined) return null;
  let slug = [...first].slice(0, maxLength).join('');
  let total = length(first);
  for (const word of others) {
    total += 1 + length(word);
    if (total > maxLength) break;
    slug += `-${word}`;
  }
  return slug;
}
