// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, dayOf, formatDay, formatMonth, monthGrid, weekday } from './calendar';

describe('days', () => {
  it('are those of UTC', () => {
    expect(dayOf(new Date('2026-11-21T23:59:59.999Z'))).toBe('2026-11-21');
    expect(dayOf(new Date('2026-11-21T23:30:00-02:00'))).toBe('2026-11-22');
  });

  it('go over the ends of months and years, and over the 29th of February', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  });

  it('stay in the month that is reached', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addMonths('2026-11-21', 2)).toBe('2027-01-21');
    expect(addMonths('2028-02-29', 12)).toBe('2029-02-28');
  });

  it('have names', () => {
    expect(formatMonth('2026-11-30')).toBe('November 2026');
    expect(formatDay('2026-11-21')).toBe('Saturday, November 21, 2026');
    expect([weekday('2026-11-23'), weekday('2026-11-22')]).toEqual([0, 6]);
  });
});

describe('six weeks', () => {
  it('begin on the Monday on or before the first of the month', () => {
    const november = monthGrid('2026-11-21');
    expect([november[0], november[6], november[41]]).toEqual(['2026-10-26', '2026-11-01', '2026-12-06']);
    expect(monthGrid('2026-06-30')[0], 'a Monday itself').toBe('2026-06-01');
  });

  it.each(
    Array.from({ length: 48 }, (_, month) => addMonths('2026-01-15', month)),
  )('hold all of the month of %s', (day) => {
    const days = monthGrid(day);
    const next = addMonths(`${day.slice(0, 7)}-01`, 1);
    expect(days).toHaveLength(42);
    expect(new Set(days).size).toBe(42);
    expect(weekday(days[0] ?? '')).toBe(0);
    expect(days).toEqual(expect.arrayContaining([`${day.slice(0, 7)}-01`, addDays(next, -1)]));
  });
});
