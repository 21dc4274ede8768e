import { expect, it, vi } from 'vitest';
import type { Chat, Message } from '../../api/generated';
import type { CacheKey } from '../../lib/cacheKeys';
import type { CacheEditor } from '../../lib/useCacheEditor';
import { chatRoom, globalRoom } from './api';
import { anonymizeUser, chatUpdated, messageRemoved } from './cache';
import { chatListKey, globalReadStateKey, threadKey, unreadChatsKey } from './keys';

const message = (msgFrom: string): Message => ({ _id: '1', msg: 'x', msgFrom, msgDateTime: '', type: 'global' });
const room = chatRoom('0000000000042');

let cache: [CacheKey, unknown][];
const edit: CacheEditor = (matches, change) => {
  cache = cache.map(([key, data]) => [key, matches(key) ? change(data as never, key) : data]);
};
const cached = (key: CacheKey) => cache.find(([known]) => known.path === key.path)?.[1];

it('replaces the name of a deleted user in all threads, and changes nothing else', () => {
  const others: typeof cache = [
    [chatListKey('ann'), { items: [] }],
    [globalReadStateKey, { readUpTo: '1', unread: 0 }],
    [unreadChatsKey, 0],
  ];
  cache = [
    ...others,
    [threadKey(globalRoom), { messages: [message('ann'), message('ben')], older: null }],
    [threadKey(room), { messages: [message('ben')], older: null, participants: ['ann', 'ben'] }],
  ];
  anonymizeUser({ edit, mutate: vi.fn() }, 'ben');
  expect(cache).toEqual([
    ...others,
    [threadKey(globalRoom), { messages: [message('ann'), message('[deleted]')], older: null }],
    [threadKey(room), { messages: [message('[deleted]')], older: null, participants: ['ann', '[deleted]'] }],
  ]);
});

it('leaves a thread the very same where nothing changes', () => {
  const thread = { messages: [message('ben')], older: null, participants: ['ann', 'ben'] };
  cache = [[threadKey(room), thread]];
  anonymizeUser({ edit, mutate: vi.fn() }, 'cem');
  expect(cached(threadKey(room))).toBe(thread);
  const chat: Chat = {
    _id: room.key,
    participants: ['ann', 'ben'],
    messages: [message('ben')],
    createdAt: '',
    updatedAt: '',
  };
  chatUpdated({ edit, mutate: vi.fn() }, { chat, type: 'newMessage' }, 'ann');
  expect(cached(threadKey(room))).toBe(thread);
  const more = { ...chat, participants: ['ann', 'ben', 'cem'] };
  chatUpdated({ edit, mutate: vi.fn() }, { chat: more, type: 'newParticipant' }, 'ann');
  expect(cached(threadKey(room))).toEqual({ ...thread, participants: more.participants });
});

const numbered = (_id: string): Message => ({ ...message('ben'), _id });

it('loses a removed message, and counts one less as unread', () => {
  cache = [
    [threadKey(globalRoom), { messages: [numbered('1'), numbered('2')], older: null }],
    [globalReadStateKey, { readUpTo: '1', unread: 1 }],
  ];
  messageRemoved(edit, { _id: '2' });
  expect(cached(threadKey(globalRoom))).toEqual({ messages: [numbered('1')], older: null });
  expect(cached(globalReadStateKey)).toEqual({ readUpTo: '1', unread: 0 });
  messageRemoved(edit, { _id: '1' });
  expect(cached(globalReadStateKey)).toEqual({ readUpTo: '1', unread: 0 });
});

it('keeps the highest count of unread messages, which may stand for more', () => {
  cache = [[globalReadStateKey, { readUpTo: '1', unread: 100 }]];
  messageRemoved(edit, { _id: '2' });
  expect(cached(globalReadStateKey)).toEqual({ readUpTo: '1', unread: 100 });
});
