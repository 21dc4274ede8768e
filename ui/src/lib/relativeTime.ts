const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365.24 * day;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const twoDigits = (n: number) => String(n).padStart(2, '0');

/** How long ago `then` was, in the words of the specification; older times in the reader's own time zone. */
export function relativeTime(then: Date, now: Date): string {
  // A server's clock may be a little ahead of the reader's.
  const seconds = Math.max(0, Math.floor((now.getTime() - then.getTime()) / 1000));
  if (seconds < minute) return `${seconds} seconds ago`;
  if (seconds < hour) return `${Math.floor(seconds / minute)} minutes ago`;
  if (seconds < day) return `${Math.floor(seconds / hour)} hours ago`;
  const date = `${months[then.getMonth()]} ${twoDigits(then.getDate())}`;
  const time = [then.getHours(), then.getMinutes(), then.getSeconds()].map(twoDigits).join(':');
  return seconds < year ? `${date} at ${time}` : `${date}, ${then.getFullYear()} at ${time}`;
}

/** After how many ms the words of {@link relativeTime} change; none for a date that stays as it is. */
export function nextChange(then: Date, now: Date): number | undefined {
  const seconds = (now.getTime() - then.getTime()) / 1000;
  const step = [minute, hour, day].find((limit) => seconds < limit);
  if (step === undefined) return undefined;
  const unit = step === minute ? 1 : step === hour ? minute : hour;
  return (unit - (Math.max(0, seconds) % unit)) * 1000;
}
