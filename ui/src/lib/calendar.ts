/** Days as `YYYY-MM-DD` in UTC, as the server counts contributions. */

const dayLength = 86_400_000;

const utc = (day: string) => new Date(`${day}T00:00:00Z`);

/** Returns the day of a time. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** Returns the day that many days later. */
export const addDays = (day: string, days: number): string => dayOf(new Date(utc(day).getTime() + days * dayLength));

/** Returns the same day that many months later, or the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const date = utc(day);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0));
  last.setUTCDate(Math.min(date.getUTCDate(), last.getUTCDate()));
  return dayOf(last);
}

/** Returns the index of the weekday: 0 is Monday. */
export const weekday = (day: string): number => (utc(day).getUTCDay() + 6) % 7;

/** Returns the 42 days of the six weeks around a day's month, starting on a Monday. */
export function monthGrid(day: string): string[] {
  const first = `${day.slice(0, 7)}-01`;
  const start = addDays(first, -weekday(first));
  return Array.from({ length: 42 }, (_, index) => addDays(start, index));
}

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' });
  return (day: string) => formatter.format(utc(day));
};

/** `November 2026` */
export const formatMonth = format({ month: 'long', year: 'numeric' });

/** `Saturday, November 21, 2026` */
export const formatDay = format({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
