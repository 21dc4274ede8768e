/** Formats a count with its noun: `1 answer`, `2 answers`. */
export const pluralize = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;
