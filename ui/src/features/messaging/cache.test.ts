import { expect, it, vi } from 'vitest';
import type { Message } from '../../api/generated';
import type { CacheEditor } from '../../lib/useCacheEditor';
import { chatRoom, chatsPath, globalRoom, unreadChatsPath, unreadPath } from './api';
import { forgotten } from './cache';

it('takes the name of who is gone from all threads, and touches nothing else', () => {
  const message = (msgFrom: string): Message => ({ _id: '1', msg: 'x', msgFrom, msgDateTime: '', type: 'global' });
  const chat = chatRoom('0000000000042').path;
  const others = {
    [chatsPath('ann')]: { items: [] },
    [unreadPath]: { readUpTo: '1', unread: 0 },
    [unreadChatsPath]: 0,
  };
  const cache: Record<string, unknown> = {
    ...others,
    [globalRoom.path]: { messages: [message('ann'), message('ben')], older: null },
    [chat]: { messages: [message('ben')], older: null, participants: ['ann', 'ben'] },
  };
  const edit: CacheEditor = (matches, change) => {
    for (const path of Object.keys(cache).filter(matches)) cache[path] = change(cache[path] as never);
  };
  forgotten({ edit, mutate: vi.fn() }, 'ben');
  expect(cache).toEqual({
    ...others,
    [globalRoom.path]: { messages: [message('ann'), message('[deleted]')], older: null },
    [chat]: { messages: [message('[deleted]')], older: null, participants: ['ann', '[deleted]'] },
  });
});
