/** Formats a count with its noun: `1 answer`, `2 answers`, `-1 vote`. */
export const pluralize = (count: number, one: string) => `${count} ${Math.abs(count) === 1 ? one : `${one}s`}`;
