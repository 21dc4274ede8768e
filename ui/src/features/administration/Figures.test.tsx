import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { installFakeServer } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { Figures } from './Figures';

const fakeServer = installFakeServer();

it('shows each figure as a chart, and all as a table that screen readers can read', async () => {
  fakeServer.on('GET /administration/getFigures', () => [
    { from: '2026-11-14T12:00:00.000Z', signUps: 4, posts: 0, authors: 0, unanswered: 0 },
    { from: '2026-11-21T12:00:00.000Z', signUps: 2, posts: 9, authors: 3, unanswered: 1, minutesToAnswer: 4400 },
  ]);
  renderApp(<Figures />);
  const charts = await screen.findAllByRole('figure');
  expect(charts.map(({ textContent }) => textContent)).toEqual([
    'Sign-ups2',
    'Questions and answers9',
    'Members who wrote3',
    'Questions without an answer1',
    'Time to the first answer3 days',
  ]);
  const heights = [...(charts[0]?.querySelectorAll('rect') ?? [])].map((bar) => bar.getAttribute('height'));
  expect(heights).toEqual(['40', '20']);
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Sign-ups'),
    'Nov 2129313 days',
    'Nov 144000–',
  ]);
});
