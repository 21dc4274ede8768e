import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import type { Contribution } from '../../api/generated';
import { ContributionCalendar } from './ContributionCalendar';
import { levelOf } from './levels';

const on = (date: string, questions = 0, answers = 0, comments = 0): Contribution => ({
  date,
  questions,
  answers,
  comments,
});

const some = [
  on('2026-10-31', 0, 0, 9),
  on('2026-11-03', 1, 2),
  on('2026-11-09', 0, 1),
  on('2026-11-10', 2, 2, 1),
  on('2026-11-20', 4, 1, 1),
];

function Calendar({ contributions = some }: { contributions?: Contribution[] | undefined }) {
  const [day, setDay] = useState('2026-11-21');
  return <ContributionCalendar day={day} onDayChange={setDay} today="2026-11-21" contributions={contributions} />;
}

const user = userEvent.setup({ delay: null });
const show = (contributions?: Contribution[]) => {
  render(<Calendar contributions={contributions} />);
};
const cells = () => Array.from(document.querySelectorAll('td'));
const cell = (day: string) => cells().find(({ textContent }) => textContent?.includes(`, ${day}:`)) as HTMLElement;
const focused = () => document.activeElement?.textContent?.split(':')[0];

it('has the five levels of the specification', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 100].map(levelOf)).toEqual([0, 1, 1, 2, 2, 3, 4, 4, 4]);
});

describe('a month of contributions', () => {
  it('is a table of 42 days, starting on Monday, with a caption', () => {
    show();
    expect(screen.getByRole('grid', { name: /^Contributions in November 2026/ })).toBeVisible();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(
      ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((name) => expect.stringMatching(name)),
    );
    expect(screen.getAllByRole('columnheader')[0]).toHaveAccessibleName('Monday');
    expect(cells()).toHaveLength(42);
    expect(cells()[0]).toHaveTextContent('Monday, October 26, 2026: No contributions');
  });

  it('describes each day with words, a number and dots', () => {
    show();
    expect(cell('November 3, 2026')).toHaveTextContent(
      'Tuesday, November 3, 2026: 3 contributions: 1 question, 2 answers',
    );
    expect(cell('November 9, 2026')).toHaveTextContent('Monday, November 9, 2026: 1 contribution: 1 answer');
    const face = (day: string) => cell(day).querySelector('[aria-hidden]')?.textContent;
    expect(
      ['November 3', 'November 9', 'November 10', 'November 20', 'November 21', 'October 31'].map((day) =>
        face(`${day}, 2026`),
      ),
    ).toEqual(['33••', '91•', '105•••', '206••••', '21', '319••••']);
    expect(cell('November 21, 2026')).toHaveAttribute('aria-current', 'date');
  });

  it('is navigated with the keys, and is a single tab stop', async () => {
    show();
    await user.tab();
    await user.tab();
    await user.tab();
    await user.tab();
    expect(focused()).toBe('Saturday, November 21, 2026');
    const path = [
      ['{ArrowRight}', 'Saturday, November 21, 2026'],
      ['{ArrowLeft}', 'Friday, November 20, 2026'],
      ['{ArrowUp}', 'Friday, November 13, 2026'],
      ['{Home}', 'Monday, November 9, 2026'],
      ['{End}', 'Sunday, November 15, 2026'],
      ['{PageUp}', 'Thursday, October 15, 2026'],
      ['{PageDown}', 'Sunday, November 15, 2026'],
      ['{ArrowDown}', 'Saturday, November 21, 2026'],
      ['{Shift>}{PageUp}{/Shift}', 'Friday, November 21, 2025'],
      ['{Shift>}{PageDown}{/Shift}', 'Saturday, November 21, 2026'],
    ] as const;
    for (const [key, day] of path) {
      await user.keyboard(key);
      expect(focused(), key).toBe(day);
      expect(cells().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    }
    await user.keyboard('{PageUp}');
    expect(screen.getByText('October 2026')).toBeVisible();
    await user.keyboard('x');
    expect(focused()).toBe('Wednesday, October 21, 2026');
  });

  it('is left through with buttons, not into the future', async () => {
    show();
    const next = screen.getByLabelText('Next month');
    expect(next).toHaveAttribute('aria-disabled', 'true');
    await user.click(next);
    expect(screen.getByText('November 2026')).toBeVisible();
    await user.click(screen.getByLabelText('Previous month'));
    expect(screen.getByText('October 2026')).toBeVisible();
    expect(document.activeElement, 'which was pressed').toHaveAccessibleName('Previous month');
    await user.click(next);
    expect(screen.getByText('November 2026')).toBeVisible();
  });

  it('says more of the day that is picked', async () => {
    show();
    expect(screen.getByText('Saturday, November 21, 2026').closest('p')).toHaveTextContent('No contributions');
    await user.click(cell('November 10, 2026'));
    expect(screen.getByText('Tuesday, November 10, 2026').closest('p')).toHaveTextContent(
      '5 contributions: 2 questions, 2 answers, 1 comment',
    );
  });

  it('is a list too, of the days with something in them', async () => {
    show();
    await user.click(screen.getByText('Show as list'));
    expect(screen.queryByRole('grid')).toBeNull();
    const list = screen.getByRole('list', { name: 'November 2026' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Friday, November 20, 20266 contributions: 4 questions, 1 answer, 1 comment',
      'Tuesday, November 10, 20265 contributions: 2 questions, 2 answers, 1 comment',
      'Monday, November 9, 20261 contribution: 1 answer',
      'Tuesday, November 3, 20263 contributions: 1 question, 2 answers',
    ]);
  });

  it('without anything in it says so', async () => {
    show([]);
    await user.click(screen.getByText('Show as list'));
    expect(screen.getByText('No contributions in November 2026.')).toBeVisible();
  });

  it('shows no contributions while they load', () => {
    render(
      <ContributionCalendar day="2026-11-21" onDayChange={() => {}} today="2026-11-21" contributions={undefined} />,
    );
    expect(screen.getByRole('grid')).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByText(/No contributions/)).toBeNull();
  });
});
