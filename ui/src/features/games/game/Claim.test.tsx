import { act, render, screen } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { get } from '../../../api/client';
import type { GameInstance } from '../../../api/generated';
import { UserContext } from '../../../lib/session';
import { Claim } from './Claim';

/** What the server's clock shows. */
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
  vi.unstubAllGlobals();
});

it.each([-1, 0, 1])('is offered two minutes after the last move, on a clock that is %i hours ahead', async (hours) => {
  vi.setSystemTime(now + hours * 3_600_000);
  vi.stubGlobal('fetch', async () => new Response('{}', { headers: { date: new Date(now).toUTCString() } }));
  await get('/games/getGame/g');
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <UserContext value={{ _id: 'u', username: 'ann', dateJoined: '', biography: '' }}>
        <Claim game={game(now - 60_000)} />
      </UserContext>
    </SWRConfig>,
  );
  await act(() => vi.advanceTimersByTimeAsync(59_000));
  expect(screen.queryByRole('button')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(screen.getByRole('button', { name: 'Claim the Win' })).toBeVisible();
});
