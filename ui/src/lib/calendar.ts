/** Days as texts, `YYYY-MM-DD` in UTC, the way the server counts what people do. */

const dayLength = 86_400_000;

const utc = (day: string) => new Date(`${day}T00:00:00Z`);

/** The day that a moment belongs to. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** The day so many days later. */
export const addDays = (day: string, days: number): string => dayOf(new Date(utc(day).getTime() + days * dayLength));

/** The same day so many months later, or that month's last one if it is shorter. */
export function addMonths(day: string, months: number): string {
  const date = utc(day);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0));
  last.setUTCDate(Math.min(date.getUTCDate(), last.getUTCDate()));
  return dayOf(last);
}

/** Where a day stands in its week: 0 is Monday. */
export const weekday = (day: string): number => (utc(day).getUTCDay() + 6) % 7;

/** The 42 days of the six weeks, from Monday on, in which a day's month lies. */
export function sixWeeks(day: string): string[] {
  const first = `${day.slice(0, 7)}-01`;
  const start = addDays(first, -weekday(first));
  return Array.from({ length: 42 }, (_, index) => addDays(start, index));
}

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' });
  return (day: string) => formatter.format(utc(day));
};

/** `November 2026` */
export const monthTitle = format({ month: 'long', year: 'numeric' });

/** `Saturday, November 21, 2026` */
export const dayTitle = format({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
