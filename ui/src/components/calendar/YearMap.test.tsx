import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { firstDayOfYear, YearMap } from './YearMap';

const today = '2026-11-25';
const some = [
  { date: '2025-12-01', questions: 1, answers: 0, comments: 0 },
  { date: '2026-11-24', questions: 2, answers: 3, comments: 1 },
];
const days = () => [...document.querySelectorAll('rect')];
const day = (name: string) => days().find((rect) => rect.textContent?.startsWith(name));

it('begins on a Monday, 52 weeks before this week', () => {
  expect(firstDayOfYear(today)).toBe('2025-11-24');
});

it('shows each day up to today with its level and its number', () => {
  render(<YearMap today={today} contributions={some} />);
  expect(days()).toHaveLength(52 * 7 + 3);
  expect(days().at(-1)).toHaveTextContent('Wednesday, November 25, 2026: No contributions');
  expect(day('Tuesday, November 24, 2026')).toHaveTextContent('6 contributions');
  const classes = ['Tuesday, November 24, 2026', 'Monday, December 1, 2025', 'Sunday, November 22, 2026'].map((name) =>
    day(name)?.getAttribute('class'),
  );
  expect(new Set(classes).size).toBe(3);
});

it('says the same in a sentence and a table of months', () => {
  render(<YearMap today={today} contributions={some} />);
  expect(screen.getByText('7 contributions').closest('p')).toHaveTextContent(
    '7 contributions in the past year, on 2 days',
  );
  const months = within(screen.getByRole('table', { name: 'Contributions by month' })).getAllByRole('row');
  expect(months).toHaveLength(13);
  expect(months.at(-1)).toHaveTextContent('November 20266 contributions');
});

it('of a year without contributions says so', () => {
  render(<YearMap today={today} contributions={[]} />);
  expect(screen.getByText('0 contributions', { selector: 'b' }).closest('p')).toHaveTextContent(
    /^0 contributions in the past year$/,
  );
});
