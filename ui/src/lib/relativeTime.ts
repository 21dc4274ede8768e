import { monthOf, padTwo } from './dates';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/**
 * Formats how long ago something was asked: `N seconds ago`, `N minutes ago`, `N hours ago`, within
 * a year `Mon DD at HH:MM:SS` in the reader's time zone, and before that `Mon DD, YYYY at
 * HH:MM:SS`. A time in the future, which a slow clock causes, is `0 seconds ago`.
 */
export function relativeTime(iso: string, now = new Date()): string {
  const at = new Date(iso);
  const seconds = Math.max(0, Math.floor((now.getTime() - at.getTime()) / 1000));
  if (seconds < MINUTE) return `${seconds} seconds ago`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} minutes ago`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} hours ago`;
  const day = `${monthOf(at)} ${padTwo(at.getDate())}`;
  const year = seconds < YEAR ? '' : `, ${at.getFullYear()}`;
  return `${day}${year} at ${padTwo(at.getHours())}:${padTwo(at.getMinutes())}:${padTwo(at.getSeconds())}`;
}
