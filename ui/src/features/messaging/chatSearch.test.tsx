import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Message } from '../../api/generated';
import { type CacheEditor, useCacheEditor } from '../../lib/useCacheEditor';
import { installFakeServer } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { isReadingLatest } from './activeRooms';
import { messageEdited, messageReceived } from './cache';
import MessagingPage from './MessagingPage';

const fakeServer = installFakeServer();
const user = userEvent.setup();

const id = (number: number) => String(number).padStart(13, '0');
const message = (number: number): Message => ({
  _id: id(number),
  msg: `line ${number}`,
  msgFrom: 'ben',
  msgDateTime: new Date(Date.UTC(2026, 9, 1) + number * 3_600_000).toISOString(),
  type: 'global',
});
const messages = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => message(first + index));

let edit: CacheEditor;
function Live() {
  edit = useCacheEditor();
  return null;
}

const list = () => within(screen.getByRole('region', { name: 'Messages' }));
const lines = () =>
  list()
    .getAllByText(/^line/)
    .map(({ textContent }) => textContent);
const textOf = (list: Message[]) => list.map(({ msg }) => msg);
const opener = () => screen.getByRole('button', { name: 'Search messages' });
const search = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
  localStorage.clear();
  fakeServer.on('GET /messaging/getMessages', () => messages(101, 110));
  fakeServer.on('GET /messaging/getUnread', () => ({ readUpTo: id(110), unread: 0 }));
  fakeServer.on('POST /messaging/markRead', () => ({ readUpTo: id(111), unread: 0 }));
  fakeServer.on('GET /messaging/searchMessages', ({ query }) =>
    query.get('before')
      ? { messages: [] }
      : {
          messages: [
            { _id: id(12), msgFrom: 'ben', msgDateTime: message(12).msgDateTime, passage: ['', 'line', ' 12'] },
          ],
          end: { before: id(5), msgDateTime: message(5).msgDateTime },
        },
  );
  fakeServer.on('GET /messaging/getMessagesAround', ({ query }) => {
    if (query.has('after')) return { messages: messages(16, 105), hasOlder: true, hasNewer: true };
    return { messages: messages(11, 15), target: id(12), hasOlder: true, hasNewer: true };
  });
});

/** Opens the chat and its search. */
async function open() {
  renderApp(<MessagingPage />, { beside: <Live /> });
  await screen.findByRole('textbox', { name: 'Message' });
  await user.click(opener());
}

/** Searches, and shows the message that was found. */
async function jump() {
  await open();
  await user.keyboard('line{Enter}');
  await user.click(await screen.findByRole('button', { name: /line 12/ }));
  await waitFor(() => expect(lines()).toEqual(textOf(messages(11, 15))));
}

it('lists what was found, and says how far it has searched', async () => {
  await open();
  await user.keyboard('line{Enter}');
  const found = await screen.findByRole('list', { name: 'Found messages' });
  expect(within(found).getByText('line', { selector: 'mark' })).toBeInTheDocument();
  expect(screen.getByText('1 message found. Searched back to Thursday, October 1, 2026.')).toBeInTheDocument();
  await user.click(search('Search older messages'));
  const summary = await screen.findByText('1 message found. Searched all messages.');
  expect(summary).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Search older messages' })).toBeNull();
});

it('says that nothing was found', async () => {
  fakeServer.on('GET /messaging/searchMessages', () => ({ messages: [] }));
  await open();
  await user.keyboard('xyz{Enter}');
  expect(await screen.findByText('No message found. Searched all messages.')).toBeInTheDocument();
});

it('closes with Escape and returns the focus', async () => {
  await open();
  expect(screen.getByRole('searchbox', { name: 'Words to search for' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(opener()).toHaveFocus();
});

it('shows a found message among its neighbours, with the focus', async () => {
  await jump();
  expect(list().getByText('line 12').closest('li')).toHaveFocus();
});

it('shows the last of several points that were chosen, also after a double click', async () => {
  fakeServer.on('GET /messaging/searchMessages', () => ({
    messages: [12, 52].map((number) => ({
      _id: id(number),
      msgFrom: 'ben',
      msgDateTime: message(number).msgDateTime,
      passage: [`line ${number}`],
    })),
  }));
  const replies: (() => void)[] = [];
  fakeServer.on('GET /messaging/getMessagesAround', async ({ query }) => {
    await new Promise<void>((resolve) => replies.push(resolve));
    const number = Number(query.get('message'));
    return { messages: messages(number - 1, number + 1), target: id(number), hasOlder: true, hasNewer: true };
  });
  await open();
  await user.keyboard('line{Enter}');
  await user.click(await screen.findByRole('button', { name: /line 12/ }));
  await user.dblClick(screen.getByRole('button', { name: /line 52/ }));
  await waitFor(() => expect(replies).toHaveLength(3));
  // The first one answers last.
  await act(async () => replies.toReversed().forEach((reply) => void reply()));
  await waitFor(() => expect(lines()).toEqual(textOf(messages(51, 53))));
});

it('shows new messages only at the end, and counts them meanwhile', async () => {
  await jump();
  await act(async () => messageReceived(edit, { msg: message(111) }, 'ann'));
  expect(lines()).toEqual(textOf(messages(11, 15)));
  await user.click(search('Back to the newest messages · 1 new message'));
  expect(lines()).toEqual(textOf(messages(101, 111)));
});

it('counts as reading the newest messages only while it shows them', async () => {
  await jump();
  expect(isReadingLatest('global')).toBe(false);
  await user.click(search('Back to the newest messages'));
  expect(isReadingLatest('global')).toBe(true);
});

it('applies edits to what it shows', async () => {
  await jump();
  await act(async () => messageEdited(edit, { msg: { ...message(13), msg: 'line thirteen' } }));
  expect(lines()).toContain('line thirteen');
});

it('joins what it shows to the newest messages', async () => {
  await jump();
  await user.click(search('Load newer messages'));
  await waitFor(() => expect(lines()).toEqual(textOf(messages(11, 110))));
  expect(screen.queryByRole('button', { name: /^Back to the newest/ })).toBeNull();
  await act(async () => messageReceived(edit, { msg: message(111) }, 'ann'));
  expect(lines()).toHaveLength(101);
});

it('returns to the newest messages when the viewer writes', async () => {
  fakeServer.on('POST /messaging/addMessage', () => ({ ...message(112), msg: 'line of mine', msgFrom: 'ann' }));
  await jump();
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'line of mine{Enter}');
  await waitFor(() => expect(lines()).toEqual([...textOf(messages(101, 110)), 'line of mine']));
});

it('goes to the first message of a day', async () => {
  await open();
  const day = screen.getByLabelText('Go to date');
  await user.type(day, '2026-10-01');
  await user.click(search('Go'));
  await waitFor(() => expect(lines()).toEqual(textOf(messages(11, 15))));
  const { query } = fakeServer.requests.filter(({ path }) => path.includes('getMessagesAround'))[0] ?? {};
  expect(query?.get('at')).toBe(new Date(2026, 9, 1).toISOString());
});

it('says why a message cannot be shown, and stays where it is', async () => {
  fakeServer.on('GET /messaging/getMessagesAround', () => new Response('Message not found', { status: 404 }));
  await open();
  await user.keyboard('line{Enter}');
  await user.click(await screen.findByRole('button', { name: /line 12/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Message not found');
  expect(lines()).toEqual(textOf(messages(101, 110)));
});
