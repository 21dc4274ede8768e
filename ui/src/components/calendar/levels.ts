/** The steps of the specification for the contributions of a day: 0, 1–2, 3–4, 5, and 6 or more. */
export const levels = [
  { min: 0, text: '0' },
  { min: 1, text: '1–2' },
  { min: 3, text: '3–4' },
  { min: 5, text: '5' },
  { min: 6, text: '6 or more' },
] as const;

/** Returns the step of a day's total: 0 to 4. */
export const levelOf = (total: number): number => levels.filter(({ min }) => total >= min).length - 1;
