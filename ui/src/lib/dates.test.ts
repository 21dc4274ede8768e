import { expect, it } from 'vitest';
import { dateOf, momentOf } from './dates';

it('days and moments begin like the times of the specification', () => {
  const at = new Date(2026, 10, 5, 9, 15, 59);
  expect(dateOf(at)).toBe('Nov 05, 2026');
  expect(momentOf(at.toISOString())).toBe('Nov 05, 2026 at 09:15');
});
