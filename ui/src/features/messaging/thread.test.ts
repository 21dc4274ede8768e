import { describe, expect, it } from 'vitest';
import type { Message } from '../../api/generated';
import type { Thread } from './api';
import type { Window } from './parts';
import { mergeMessages, trimThread } from './thread';
import { joinWindow, mergeRefetched, prependOlder } from './threadPages';

const message = (id: number, msg = `message ${id}`): Message => ({
  _id: String(id).padStart(13, '0'),
  msg,
  msgFrom: 'ann',
  msgDateTime: '2026-11-21T00:00:00.000Z',
  type: 'global',
});
const messages = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => message(first + index));
const thread = (first: number, last: number, older: string | null): Thread => ({
  messages: messages(first, last),
  older,
});
const texts = ({ messages }: Thread) => messages.map(({ msg }) => msg);

describe('two lists united', () => {
  it('hold each message once and in order', () => {
    expect(mergeMessages(messages(1, 3), messages(2, 5))).toEqual(messages(1, 5));
    expect(mergeMessages(messages(4, 5), messages(1, 2))).toEqual([...messages(1, 2), ...messages(4, 5)]);
    expect(mergeMessages([], [message(2), message(1)])).toEqual(messages(1, 2));
  });

  it('are the very same list if nothing is new', () => {
    const known = messages(1, 5);
    expect(mergeMessages(known, messages(2, 3))).toBe(known);
    expect(mergeMessages(known, [])).toBe(known);
  });

  it('show a message as it is now', () => {
    const deleted = { ...message(2), msgFrom: '[deleted]' };
    expect(mergeMessages(messages(1, 3), [deleted])).toEqual([message(1), deleted, message(3)]);
  });
});

describe('a refetched thread', () => {
  it('keeps older messages and the path of the previous page', () => {
    const known = thread(1, 120, '/older than 1');
    expect(mergeRefetched(known, thread(51, 150, '/older than 51'))).toEqual(thread(1, 150, '/older than 1'));
  });

  it('keeps messages that arrived by an event meanwhile', () => {
    expect(texts(mergeRefetched(thread(1, 6, null), thread(1, 5, null)))).toEqual(texts(thread(1, 6, null)));
  });

  it('loses what was removed meanwhile, but not what is before or after it', () => {
    const fresh: Thread = { messages: [...messages(3, 4), message(6)], older: '/older than 3' };
    expect(texts(mergeRefetched(thread(1, 7, null), fresh))).toEqual(
      texts({ messages: [...messages(1, 4), ...messages(6, 7)], older: null }),
    );
  });

  it('drops its old messages if the two do not overlap', () => {
    const fresh = thread(301, 400, '/older than 301');
    expect(mergeRefetched(thread(1, 120, null), fresh)).toBe(fresh);
    expect(mergeRefetched(undefined, fresh)).toBe(fresh);
  });

  it('takes the other fields of the chat', () => {
    const fresh = { ...thread(2, 4, '/x'), participants: ['ann', 'ben', 'cem'], readUpTo: '3' };
    expect(mergeRefetched({ ...thread(1, 3, null), participants: ['ann', 'ben'], readUpTo: '1' }, fresh)).toEqual({
      ...thread(1, 4, null),
      participants: ['ann', 'ben', 'cem'],
      readUpTo: '3',
    });
  });
});

it('is shortened if very long, and continues where it ends', () => {
  const room = { key: 'x', path: '/chat/x' };
  const short = thread(1, 600, null);
  expect(trimThread(short, room)).toBe(short);
  const cut = trimThread(thread(1, 601, '/older than 1'), room);
  expect(cut).toEqual(thread(302, 601, '/chat/x?cursor=0000000000302'));
  expect(prependOlder(cut, '/chat/x?cursor=0000000000302', thread(202, 301, '/more'))).toEqual(
    thread(202, 601, '/more'),
  );
});

it('takes older messages once', () => {
  const known = thread(101, 200, '/older than 101');
  const part = thread(1, 100, null);
  const whole = prependOlder(known, '/older than 101', part);
  expect(whole).toEqual(thread(1, 200, null));
  // The same response again, or one to an earlier request.
  expect(prependOlder(whole, '/older than 101', part)).toBe(whole);
});

describe('a part of a thread', () => {
  const part = (first: number, last: number, hasNewer: boolean): Window => ({
    ...thread(first, last, `/older than ${first}`),
    target: undefined,
    hasNewer,
  });

  it('stays apart while others may lie between it and the newest messages', () => {
    expect(joinWindow(thread(101, 200, '/older than 101'), part(1, 99, true))).toBeNull();
    expect(joinWindow(thread(1, 0, null), part(1, 99, true))).toBeNull();
  });

  it('is joined to the newest messages where they overlap', () => {
    const newest = { ...thread(101, 200, '/older than 101'), participants: ['ann'] };
    const joined = { ...thread(51, 200, '/older than 51'), participants: ['ann'] };
    expect(joinWindow(newest, part(51, 101, true))).toEqual(joined);
    expect(joinWindow(joined, part(90, 110, true))).toEqual(joined);
  });

  it('is joined if nothing follows it', () => {
    expect(joinWindow(thread(101, 200, '/older than 101'), part(51, 90, false))?.messages).toHaveLength(140);
    expect(joinWindow(thread(1, 0, null), part(51, 90, false))).toEqual(thread(51, 90, '/older than 51'));
  });
});
