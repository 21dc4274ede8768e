/** Returns the same time of day some days later. */
export function inDays(days: number, now = new Date()): Date {
  const time = new Date(now);
  time.setDate(time.getDate() + days);
  return time;
}

/** Returns the same time of day a month later, or on the last day of a shorter month. */
export function inOneMonth(now = new Date()): Date {
  const time = new Date(now);
  time.setMonth(time.getMonth() + 1);
  if (time.getDate() !== now.getDate()) time.setDate(0);
  return time;
}

/** Returns a time as the value of a field of date and time, in the viewer's time zone. */
export function fieldValue(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
