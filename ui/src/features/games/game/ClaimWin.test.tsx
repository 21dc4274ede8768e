import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { get } from '../../../api/client';
import type { GameInstance } from '../../../api/generated';
import { installFakeServer } from '../../../testing/fakeServer';
import { renderApp } from '../../../testing/renderApp';
import { ClaimWin } from './ClaimWin';

const fakeServer = installFakeServer();

/** The server's clock. */
const now = Date.parse('2026-11-21T12:00:00.000Z');

const game = (actedAt: number): GameInstance => ({
  gameID: 'g',
  gameType: 'Nim',
  players: ['ben', 'ann'],
  state: { status: 'IN_PROGRESS', moves: [], remainingObjects: 21 },
  datePlayed: '',
  createdAt: '',
  actedAt: new Date(actedAt).toISOString(),
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
});

it.each([-1, 0, 1])('is offered two minutes after the last move, on a clock that is %i hours ahead', async (hours) => {
  vi.setSystemTime(now + hours * 3_600_000);
  fakeServer.on(
    'GET /games/getGame/*',
    async () => new Response('{}', { headers: { date: new Date(now).toUTCString() } }),
  );
  await get('/games/getGame/g');
  renderApp(<ClaimWin game={game(now - 60_000)} />);
  await act(() => vi.advanceTimersByTimeAsync(59_000));
  expect(screen.queryByRole('button')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(screen.getByRole('button', { name: 'Claim the Win' })).toBeVisible();
});
