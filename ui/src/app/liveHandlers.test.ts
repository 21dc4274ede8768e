import { expect, it, vi } from 'vitest';
import { gamePath } from '../features/games/api';
import { listPath, questionPath } from '../features/questions/api';
import { handlersFor } from './liveHandlers';

it('fetches anew what shows names when an account is deleted, and not when one comes', () => {
  const mutate = vi.fn();
  const { userUpdate } = handlersFor({ edit: () => {}, mutate, username: 'ann' });
  const isFetched = (path: string) => mutate.mock.calls.some(([matches]) => matches(path));
  const list = listPath({ order: 'newest', tag: '', search: '' });
  const paths = [questionPath('q'), list, gamePath('g'), '/tag/getTagsWithQuestionNumber'];
  const user = { _id: 'b', username: 'ben', dateJoined: '', biography: '' };
  userUpdate({ user, type: 'created' });
  expect(paths.filter(isFetched)).toEqual([]);
  userUpdate({ user, type: 'deleted' });
  expect(paths.filter(isFetched)).toEqual(paths.slice(0, 3));
});
