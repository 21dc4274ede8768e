import { act, render, screen } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Message } from '../../api/generated';
import { UserContext } from '../../lib/session';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { installFakeServer } from '../../testing/fakeServer';
import { chatRoom, globalRoom, type Room } from './api';
import { chatRead } from './cache';
import { usePresence } from './presence';
import { presenceChanged, typed } from './presenceEvents';
import { StatusLine } from './StatusLine';

const fakeServer = installFakeServer();

/** What the client has sent over the connection. */
const emitted = vi.hoisted(() => [] as string[]);
const connection = vi.hoisted(() => ({ lose: () => {} }));
vi.mock('../../api/socket', () => ({
  emit: (name: string, argument: string) => emitted.push(`${name} ${argument}`),
  joinRoom: (id: string, { enter, leave }: { enter: string; leave: string }, _: undefined, onLost: () => void) => {
    emitted.push(`${enter} ${id}`);
    connection.lose = onLost;
    return () => void emitted.push(`${leave} ${id}`);
  },
}));

const ann = { _id: 'u', username: 'ann', dateJoined: '', biography: '', questionCount: 0, answerCount: 0 };
const message = (_id: string, msgFrom: string): Message => ({
  _id,
  msg: 'x',
  msgFrom,
  msgDateTime: '',
  type: 'direct',
});

let edit: ReturnType<typeof useCacheEditor>;
let type: () => void;

function Status({ room, last, participants }: { room: Room; last: Message | undefined; participants: string[] }) {
  const { reportTyping, ...presence } = usePresence(room, last?._id, last?.msgFrom);
  edit = useCacheEditor();
  type = reportTyping;
  return <StatusLine room={room} last={last} participants={participants} {...presence} />;
}

function show(room: Room, last?: Message, participants = ['ann', 'ben']) {
  const page = (last?: Message) => (
    <SWRConfig value={{ provider: () => cache }}>
      <UserContext value={ann}>
        <Status room={room} last={last} participants={participants} />
      </UserContext>
    </SWRConfig>
  );
  const cache = new Map();
  const view = render(page(last));
  return { ...view, receive: (next: Message) => view.rerender(page(next)) };
}

const status = () => screen.getByRole('paragraph');
const here = (usernames: string[], chatId?: string, count = usernames.length) =>
  act(() => presenceChanged({ ...(chatId && { chatId }), usernames, count }));
const writes = (username: string, chatId?: string) => act(() => typed({ ...(chatId && { chatId }), username }));

beforeEach(() => {
  emitted.length = 0;
  fakeServer.on(['GET /chat/*/getReadPositions'], () => []);
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => void vi.useRealTimers());

it('says who else has the chat open', () => {
  show(chatRoom('c'));
  expect(status()).toHaveTextContent(/^$/);
  here(['ann'], 'c');
  expect(status()).toHaveTextContent(/^$/);
  here(['ann', 'ben'], 'c');
  expect(status()).toHaveTextContent('ben is here');
  here(['ann', 'ben', 'cem', 'dan', 'eve'], 'c');
  expect(status()).toHaveTextContent('ben, cem and 2 more are here');
});

it('counts the others in the global chat', () => {
  show(globalRoom);
  here(['ann', 'ben'], undefined, 40);
  expect(status()).toHaveTextContent('39 others here');
  expect(screen.getByText('39 others here')).toHaveAttribute('title', 'ben and 38 more');
});

it('does not count the viewer, who is not named, among the others', () => {
  show(globalRoom);
  here(['ben', 'cem'], undefined, 21);
  expect(status()).toHaveTextContent('20 others here');
  expect(screen.getByText('20 others here')).toHaveAttribute('title', 'ben, cem and 18 more');
});

it('says nothing of who is here or writing while the connection is lost', () => {
  show(chatRoom('c'));
  here(['ann', 'ben'], 'c');
  writes('ben', 'c');
  expect(status()).toHaveTextContent('ben is typing…');
  act(() => connection.lose());
  expect(status()).toHaveTextContent(/^$/);
  here(['ann', 'ben', 'cem'], 'c');
  writes('cem', 'c');
  expect(status()).toHaveTextContent('cem is typing…');
});

it('says nothing of another chat', () => {
  show(chatRoom('c'));
  here(['ann', 'ben'], 'd');
  writes('ben', 'd');
  here(['ann', 'ben']);
  expect(status()).toHaveTextContent(/^$/);
});

it('says who is writing, until nothing is heard of them for five seconds', () => {
  show(chatRoom('c'));
  here(['ann', 'ben', 'cem'], 'c');
  writes('ben', 'c');
  expect(status()).toHaveTextContent('ben is typing…');
  writes('cem', 'c');
  expect(status()).toHaveTextContent('ben and cem are typing…');
  act(() => void vi.advanceTimersByTime(4_000));
  writes('cem', 'c');
  act(() => void vi.advanceTimersByTime(2_000));
  expect(status()).toHaveTextContent('cem is typing…');
  act(() => void vi.advanceTimersByTime(4_000));
  expect(status()).toHaveTextContent('ben and cem are here');
});

it('ends the typing of the author of a new message', () => {
  const { receive } = show(chatRoom('c'));
  writes('ben', 'c');
  receive(message('1', 'ben'));
  expect(status()).toHaveTextContent(/^$/);
});

it('reports that the viewer types, at most every three seconds', () => {
  show(chatRoom('c'));
  emitted.length = 0;
  for (const pause of [0, 1_000, 1_000, 2_000]) {
    vi.advanceTimersByTime(pause);
    type();
  }
  expect(emitted).toEqual(['typing c', 'typing c']);
});

it('leaves the room with the page', () => {
  const { unmount } = show(globalRoom);
  unmount();
  expect(emitted).toEqual(['joinChat global', 'leaveChat global']);
});

it('says that the other one has read the last message', async () => {
  show(chatRoom('c'), message('5', 'ann'));
  await act(() => vi.advanceTimersByTimeAsync(100));
  const read = (readUpTo: string) => act(async () => chatRead(edit, { chatId: 'c', username: 'ben', readUpTo }));
  await read('4');
  expect(status()).toHaveTextContent(/^$/);
  await read('5');
  expect(status()).toHaveTextContent('Read');
});

it('names those who have read, with several', async () => {
  fakeServer.on(['GET /chat/*/getReadPositions'], () => [
    { username: 'ben', readUpTo: '5' },
    { username: 'cem', readUpTo: '4' },
    { username: 'dan', readUpTo: '6' },
  ]);
  show(chatRoom('c'), message('5', 'ann'), ['ann', 'ben', 'cem', 'dan']);
  expect(await screen.findByText('Read by')).toHaveTextContent('Read by ben and dan');
});

it('says nothing of who has read the message of another', async () => {
  fakeServer.on(['GET /chat/*/getReadPositions'], () => [{ username: 'ben', readUpTo: '5' }]);
  show(chatRoom('c'), message('5', 'ben'));
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(status()).toHaveTextContent(/^$/);
  expect(fakeServer.requests).toEqual([]);
});
