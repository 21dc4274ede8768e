/** The operators of the search, as the server reads them (`src/features/search/query.rs`). Both share `search-cases.json`. */

/** An operator with a value after its colon. */
export const filterNames = ['user', 'by', 'is', 'score', 'answers', 'after', 'before'] as const;

export type SearchPart = {
  kind: 'word' | 'phrase' | 'tag' | (typeof filterNames)[number];
  value: string;
  isExcluded: boolean;
  /** The range in the text. */
  start: number;
  end: number;
};

const isNumber = (value: string) => /^[+-]?\d+$/.test(value);

/** Returns whether a value is a year, a month or a day. */
const isDate = (value: string) => {
  const time = /^\d{4}(-\d\d){0,2}$/.test(value) ? Date.parse(value) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
};

const accepts: Record<(typeof filterNames)[number], (value: string) => boolean> = {
  user: Boolean,
  by: Boolean,
  is: (value) => /^(answered|unanswered|accepted)$/i.test(value),
  score: isNumber,
  answers: isNumber,
  after: isDate,
  before: isDate,
};

/** Returns the length of a tag in brackets, which may contain brackets itself, at the start of a text. */
function bracketedLength(text: string): number {
  let depth = 0;
  for (let index = 1; index < text.length; index += 1) {
    depth += Number(text[index] === '[') - Number(text[index] === ']');
    if (depth >= 0) continue;
    // A bracket in the middle of a word does not close the tag if the word ends with another one.
    const rest = /^[^\s[]*/.exec(text.slice(index))?.[0] ?? '';
    return index + rest.lastIndexOf(']') + 1;
  }
  return text.indexOf(']') + 1;
}

/** Returns the parts of a search in their order. */
export function searchParts(text: string): SearchPart[] {
  const parts: SearchPart[] = [];
  let start = 0;
  for (;;) {
    start += /^\s*/.exec(text.slice(start))?.[0].length ?? 0;
    if (start === text.length) return parts;
    const dashes = /^-*/.exec(text.slice(start))?.[0].length ?? 0;
    // Two dashes begin the name of an option.
    const isExcluded = dashes === 1;
    const rest = text.slice(start + dashes);
    const close = rest.startsWith('[') ? bracketedLength(rest) : rest.startsWith('"') ? rest.indexOf('"', 1) + 1 : 0;
    if (close > 0) {
      const value = rest.slice(1, close - 1);
      const end = start + dashes + close;
      parts.push({ kind: rest.startsWith('[') ? 'tag' : 'phrase', value, isExcluded, start, end });
      start = end;
      continue;
    }
    // A tag ends a word, unless the word starts with an unclosed bracket.
    const word = /^[-[]*[^\s[]*/.exec(text.slice(start))?.[0] ?? '';
    const end = start + word.length;
    const [, name = '', value = ''] = /^([a-z]+):(.*)$/i.exec(isExcluded ? word.slice(1) : word) ?? [];
    const kind = filterNames.find((filter) => filter === name.toLowerCase());
    if (name.toLowerCase() === 'tag' && value) parts.push({ kind: 'tag', value, isExcluded, start, end });
    else if (kind && !isExcluded && accepts[kind](value)) parts.push({ kind, value, isExcluded, start, end });
    else parts.push({ kind: 'word', value: word.replace(/^-+/, ''), isExcluded, start, end });
    start = end;
  }
}

/** Returns the parts that narrow a search: all but its plain words. */
export const filtersOf = (text: string) =>
  searchParts(text).filter(({ kind, isExcluded }) => kind !== 'word' || isExcluded);

/** Returns a search without some of its parts. */
export function withoutParts(text: string, parts: SearchPart[]): string {
  let left = text;
  for (const { start, end } of [...parts].reverse()) {
    left = [left.slice(0, start).trimEnd(), left.slice(end).trimStart()].filter(Boolean).join(' ');
  }
  return left.trim();
}

/** Says in words what a part of a search demands. */
export function describePart({ kind, value, isExcluded }: SearchPart): string {
  const without = isExcluded ? 'without ' : '';
  if (kind === 'tag') return `${without}tag ${value.trim()}`;
  if (kind === 'phrase' || kind === 'word') return `${without}“${value}”`;
  return {
    user: `asked by ${value}`,
    by: `asked or answered by ${value}`,
    is: value.toLowerCase() === 'accepted' ? 'accepted answer' : value.toLowerCase(),
    score: `score of at least ${value}`,
    answers: `at least ${value} answers`,
    after: `since ${value}`,
    before: `before ${value}`,
  }[kind];
}

/** Returns a search in which those words that another one does not contain are literal: they are not corrected. */
export function literally(text: string, corrected: string): string {
  const known = new Set(corrected.toLowerCase().split(/\s+/));
  return text
    .trim()
    .split(/\s+/)
    .map((word) => (known.has(word.toLowerCase()) ? word : `"${word}"`))
    .join(' ');
}
