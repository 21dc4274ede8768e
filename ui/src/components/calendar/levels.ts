/** How much was done on a day, in the steps of the specification: 0, 1–2, 3–4, 5, and 6 or more. */
export const levels = [
  { least: 0, text: '0' },
  { least: 1, text: '1–2' },
  { least: 3, text: '3–4' },
  { least: 5, text: '5' },
  { least: 6, text: '6 or more' },
] as const;

/** The step of a day's total: 0 to 4. */
export const levelOf = (total: number): number => levels.filter(({ least }) => total >= least).length - 1;
