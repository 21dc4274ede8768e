/** Formats a count with its noun: `1 answer`, `2 answers`, `-1 vote`, `2 communities`. */
export const pluralize = (count: number, one: string, many = `${one}s`) =>
  `${count} ${Math.abs(count) === 1 ? one : many}`;
