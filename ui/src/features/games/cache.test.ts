import { beforeEach, expect, it, vi } from 'vitest';
import type { Page } from '../../api/client';
import type { GameInstance } from '../../api/generated';
import type { CacheKey, KeyMatcher } from '../../lib/cacheKeys';
import { gameUpdated, leaderboardUpdated } from './cache';
import { gameKey, gameListKey, isGameList, isStreak, leaderboardKey } from './keys';

const cache = new Map<string, { key: CacheKey; data: unknown }>();
const put = (key: CacheKey, data: unknown) => cache.set(key.path, { key, data });
const cached = (key: CacheKey) => cache.get(key.path)?.data;
const mutate = vi.fn();
const caches = {
  edit: <T>(matches: KeyMatcher, change: (data: T, key: CacheKey) => T) => {
    for (const { key, data } of cache.values()) if (matches(key)) put(key, change(data as T, key));
  },
  mutate: mutate as never,
};

/** Returns whether the data of this key was fetched again. */
const isFetched = (key: CacheKey) => mutate.mock.calls.some(([matches]) => (matches as KeyMatcher)(key));

function game(status: 'WAITING_TO_START' | 'IN_PROGRESS' | 'OVER', players: string[], left = 21): GameInstance {
  const state = { status, moves: [], remainingObjects: left };
  return { gameID: 'g', gameType: 'Nim', players, state, datePlayed: '', createdAt: '', actedAt: '' };
}

beforeEach(() => {
  cache.clear();
  mutate.mockClear();
});

it('an event updates the shown game', () => {
  put(gameKey('g'), game('IN_PROGRESS', ['ann', 'ben']));
  put(gameKey('other'), 'another');
  const now = game('IN_PROGRESS', ['ann', 'ben'], 18);
  gameUpdated(caches, now, 'ann');
  expect([cached(gameKey('g')), cached(gameKey('other'))]).toEqual([now, 'another']);
});

it('a reply that comes after a newer event changes nothing', () => {
  const joined = game('IN_PROGRESS', ['ann', 'ben']);
  const moved = { ...joined, state: { ...joined.state, moves: [{ playerID: 'ann', numObjects: 1 }] } };
  for (const newer of [moved, game('OVER', ['ann', 'ben'])]) {
    put(gameKey('g'), newer);
    gameUpdated(caches, joined, 'ben');
    expect(cached(gameKey('g'))).toBe(newer);
  }
});

it('fetches lists when they change, and not for each move', () => {
  const key = gameListKey('IN_PROGRESS');
  expect(isGameList(key)).toBe(true);
  put(key, { items: [game('IN_PROGRESS', ['ann', 'ben'])] } as Page<GameInstance>);
  gameUpdated(caches, game('IN_PROGRESS', ['ann', 'ben'], 18), 'cem');
  expect(isFetched(key)).toBe(false);
  gameUpdated(caches, game('OVER', ['ann', 'ben'], 18), 'cem');
  expect(isFetched(key)).toBe(true);
});

it('a streak is fetched again only if the viewer has finished a game', () => {
  const isStreakFetched = () => mutate.mock.calls.some(([matches]) => matches === isStreak);
  gameUpdated(caches, game('OVER', ['ann', 'ben']), 'cem');
  expect(isStreakFetched()).toBe(false);
  gameUpdated(caches, game('OVER', ['ann', 'ben']), 'ben');
  expect(isStreakFetched()).toBe(true);
});

it('the leaderboard is that of the event', () => {
  put(leaderboardKey, []);
  const leaders = [{ username: 'ann', wins: 1, gameIDs: ['g'], gameCount: 1 }];
  leaderboardUpdated(caches, leaders);
  expect(cached(leaderboardKey)).toBe(leaders);
  expect(isFetched(gameListKey('WAITING_TO_START'))).toBe(true);
});
