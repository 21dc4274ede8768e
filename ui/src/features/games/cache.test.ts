import { beforeEach, expect, it, vi } from 'vitest';
import type { Page } from '../../api/client';
import type { GameInstance } from '../../api/generated';
import { gamePath, gamesPath, isGames, isStreak, leaderboardPath } from './api';
import { led, updated } from './cache';

const cache = new Map<string, unknown>();
const mutate = vi.fn();
const caches = {
  edit: <T>(matches: (path: string) => boolean, change: (data: T) => T) => {
    for (const [path, data] of cache) if (matches(path)) cache.set(path, change(data as T));
  },
  mutate: mutate as never,
};

/** Whether something of these paths was fetched anew. */
const isFetched = (path: string) => mutate.mock.calls.some(([matches]) => (matches as (path: string) => boolean)(path));

function game(status: 'WAITING_TO_START' | 'IN_PROGRESS' | 'OVER', players: string[], left = 21): GameInstance {
  const state = { status, moves: [], remainingObjects: left };
  return { gameID: 'g', gameType: 'Nim', players, state, datePlayed: '', createdAt: '', actedAt: '' };
}

beforeEach(() => {
  cache.clear();
  mutate.mockClear();
});

it('a game that is shown stands as the event says', () => {
  cache.set(gamePath('g'), game('IN_PROGRESS', ['ann', 'ben']));
  cache.set(gamePath('other'), 'another');
  const now = game('IN_PROGRESS', ['ann', 'ben'], 18);
  updated(caches, now, 'ann');
  expect([cache.get(gamePath('g')), cache.get(gamePath('other'))]).toEqual([now, 'another']);
});

it('a reply that comes after a newer event changes nothing', () => {
  const joined = game('IN_PROGRESS', ['ann', 'ben']);
  const moved = { ...joined, state: { ...joined.state, moves: [{ playerID: 'ann', numObjects: 1 }] } };
  for (const newer of [moved, game('OVER', ['ann', 'ben'])]) {
    cache.set(gamePath('g'), newer);
    updated(caches, joined, 'ben');
    expect(cache.get(gamePath('g'))).toBe(newer);
  }
});

it('lists are fetched anew when they show something else, and not for each move', () => {
  const path = gamesPath('IN_PROGRESS');
  expect(isGames(path)).toBe(true);
  cache.set(path, { items: [game('IN_PROGRESS', ['ann', 'ben'])] } as Page<GameInstance>);
  updated(caches, game('IN_PROGRESS', ['ann', 'ben'], 18), 'cem');
  expect(isFetched(path)).toBe(false);
  updated(caches, game('OVER', ['ann', 'ben'], 18), 'cem');
  expect(isFetched(path)).toBe(true);
});

it('a streak may be longer when one has finished a game, and not when others have', () => {
  const isStreakFetched = () => mutate.mock.calls.some(([matches]) => matches === isStreak);
  updated(caches, game('OVER', ['ann', 'ben']), 'cem');
  expect(isStreakFetched()).toBe(false);
  updated(caches, game('OVER', ['ann', 'ben']), 'ben');
  expect(isStreakFetched()).toBe(true);
});

it('the leaderboard is that of the event', () => {
  cache.set(leaderboardPath, []);
  const leaders = [{ username: 'ann', wins: 1, gameIDs: ['g'], gameCount: 1 }];
  led(caches, leaders);
  expect(cache.get(leaderboardPath)).toBe(leaders);
  expect(isFetched(gamesPath('WAITING_TO_START'))).toBe(true);
});
