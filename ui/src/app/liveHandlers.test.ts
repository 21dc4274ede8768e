import { expect, it, vi } from 'vitest';
import { gameKey } from '../features/games/keys';
import { questionKey, questionListKey } from '../features/questions/keys';
import type { CacheKey } from '../lib/cacheKeys';
import { createHandlers } from './liveHandlers';

it('fetches everything with author names when an account is deleted, but not when one is created', () => {
  const mutate = vi.fn();
  const { userUpdate } = createHandlers({ edit: () => {}, mutate, username: 'ann' });
  const isFetched = (key: CacheKey) => mutate.mock.calls.some(([matches]) => matches(key));
  const list = questionListKey({ order: 'newest', tag: '', search: '' });
  const keys: CacheKey[] = [questionKey('q'), list, gameKey('g'), { type: 'tagList', path: '/tag' }];
  const user = { _id: 'b', username: 'ben', dateJoined: '', biography: '', questionCount: 0, answerCount: 0 };
  userUpdate({ user, type: 'created' });
  expect(keys.filter(isFetched)).toEqual([]);
  userUpdate({ user, type: 'deleted' });
  expect(keys.filter(isFetched)).toEqual(keys.slice(0, 3));
});

it('fetches a question once when many events about it were too large', async () => {
  vi.useFakeTimers();
  const mutate = vi.fn().mockResolvedValue([]);
  const { changed } = createHandlers({ edit: () => {}, mutate, username: 'ann' });
  for (let count = 0; count < 35; count += 1) changed({ qid: 'q', event: 'commentUpdate' });
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(2000);
  const isQuestionFetch = ([key]: unknown[]) => JSON.stringify(key) === JSON.stringify(questionKey('q'));
  expect(mutate.mock.calls.filter(isQuestionFetch)).toHaveLength(1);
  vi.useRealTimers();
});

it.each([
  ['chatUpdate', { type: 'chatList', path: '/chat' }, questionKey('q')],
  ['communityUpdate', { type: 'communityList', path: '/community' }, gameKey('g')],
  ['userUpdate', { type: 'userList', path: '/user' }, undefined],
] as const)('fetches what a too large %s has changed, and nothing else', async (event, shown, other) => {
  vi.useFakeTimers();
  const mutate = vi.fn().mockResolvedValue([]);
  const { changed } = createHandlers({ edit: () => {}, mutate, username: 'ann' });
  changed({ _id: 'x', event });
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(2000);
  const isFetched = (key: CacheKey) =>
    mutate.mock.calls.some(([matches]) => typeof matches === 'function' && matches(key));
  expect(isFetched(shown)).toBe(true);
  if (other) expect(isFetched(other)).toBe(false);
  vi.useRealTimers();
});

it('fetches everything when a user is renamed, at once for the user themselves', async () => {
  vi.useFakeTimers();
  const user = { _id: 'b', username: 'zenobia', dateJoined: '', biography: '', questionCount: 0, answerCount: 0 };
  const mutate = vi.fn().mockResolvedValue([]);
  const { userUpdate } = createHandlers({ edit: () => {}, mutate, username: 'ann' });
  const isAllFetched = () =>
    mutate.mock.calls.some(([matches]) => typeof matches === 'function' && matches({ type: 'tagList', path: '/tag' }));
  userUpdate({ user, type: 'updated', formerUsername: 'ben' });
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(500);
  expect(isAllFetched()).toBe(false);
  await vi.advanceTimersByTimeAsync(2000);
  expect(isAllFetched()).toBe(true);
  mutate.mockClear();
  userUpdate({ user, type: 'updated', formerUsername: 'ann' });
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(1);
  expect(isAllFetched()).toBe(true);
  vi.useRealTimers();
});
