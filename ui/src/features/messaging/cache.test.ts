import { expect, it, vi } from 'vitest';
import type { Chat, Message } from '../../api/generated';
import type { CacheEditor } from '../../lib/useCacheEditor';
import { chatRoom, chatsPath, globalRoom, unreadChatsPath, unreadPath } from './api';
import { chatChanged, forgotten } from './cache';

const message = (msgFrom: string): Message => ({ _id: '1', msg: 'x', msgFrom, msgDateTime: '', type: 'global' });
const room = chatRoom('0000000000042');

let cache: Record<string, unknown>;
const edit: CacheEditor = (matches, change) => {
  for (const path of Object.keys(cache).filter(matches)) cache[path] = change(cache[path] as never);
};

it('takes the name of who is gone from all threads, and touches nothing else', () => {
  const others = {
    [chatsPath('ann')]: { items: [] },
    [unreadPath]: { readUpTo: '1', unread: 0 },
    [unreadChatsPath]: 0,
  };
  cache = {
    ...others,
    [globalRoom.path]: { messages: [message('ann'), message('ben')], older: null },
    [room.path]: { messages: [message('ben')], older: null, participants: ['ann', 'ben'] },
  };
  forgotten({ edit, mutate: vi.fn() }, 'ben');
  expect(cache).toEqual({
    ...others,
    [globalRoom.path]: { messages: [message('ann'), message('[deleted]')], older: null },
    [room.path]: { messages: [message('[deleted]')], older: null, participants: ['ann', '[deleted]'] },
  });
});

it('leaves a thread the very same where nothing changes', () => {
  const thread = { messages: [message('ben')], older: null, participants: ['ann', 'ben'] };
  cache = { [room.path]: thread };
  forgotten({ edit, mutate: vi.fn() }, 'cem');
  expect(cache[room.path]).toBe(thread);
  const chat: Chat = {
    _id: room.key,
    participants: ['ann', 'ben'],
    messages: [message('ben')],
    createdAt: '',
    updatedAt: '',
  };
  chatChanged({ edit, mutate: vi.fn() }, { chat, type: 'newMessage' }, 'ann');
  expect(cache[room.path]).toBe(thread);
  const more = { ...chat, participants: ['ann', 'ben', 'cem'] };
  chatChanged({ edit, mutate: vi.fn() }, { chat: more, type: 'newParticipant' }, 'ann');
  expect(cache[room.path]).toEqual({ ...thread, participants: more.participants });
});
