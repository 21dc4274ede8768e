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
  const user = { _id: 'b', username: 'ben', dateJoined: '', biography: '' };
  userUpdate({ user, type: 'created' });
  expect(keys.filter(isFetched)).toEqual([]);
  userUpdate({ user, type: 'deleted' });
  expect(keys.filter(isFetched)).toEqual(keys.slice(0, 3));
});
