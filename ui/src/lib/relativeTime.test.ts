// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { relativeTime } from './relativeTime';

const now = new Date(2026, 10, 21, 12, 0, 0);
const ago = (seconds: number) => relativeTime(new Date(now.getTime() - seconds * 1000).toISOString(), now);

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('relativeTime', () => {
  it.each([
    [0, '0 seconds ago'],
    [0.999, '0 seconds ago'],
    [1, '1 seconds ago'],
    [59.999, '59 seconds ago'],
    [MINUTE, '1 minutes ago'],
    [HOUR - 1, '59 minutes ago'],
    [HOUR, '1 hours ago'],
    [2 * HOUR - 1, '1 hours ago'],
    [DAY - 1, '23 hours ago'],
  ])('counts: %d s', (seconds, text) => {
    expect(ago(seconds)).toBe(text);
  });

  it('names the day within a year, in the time zone of the reader', () => {
    const at = new Date(2026, 1, 3, 4, 5, 6);
    expect(relativeTime(at.toISOString(), now)).toBe('Feb 03 at 04:05:06');
    expect(ago(DAY)).toMatch(/^Nov 20 at \d\d:\d\d:\d\d$/);
    expect(ago(365 * DAY - 1)).toMatch(/^Nov 21 at \d\d:\d\d:\d\d$/);
  });

  it('adds the year after a year', () => {
    const at = new Date(2024, 11, 31, 23, 59, 58);
    expect(relativeTime(at.toISOString(), now)).toBe('Dec 31, 2024 at 23:59:58');
    expect(ago(365 * DAY)).toMatch(/^Nov 21, 2025 at/);
  });

  it('takes a future time for now', () => {
    expect(ago(-3600)).toBe('0 seconds ago');
  });
});
