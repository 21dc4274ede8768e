import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Message } from '../../api/generated';
import { type CacheEditor, useCacheEditor } from '../../lib/useCacheEditor';
import { installFakeServer } from '../../testing/fakeServer';
import { renderApp, untilDrawn } from '../../testing/renderApp';
import { messageEdited, messageRemoved } from './cache';
import MessagingPage from './MessagingPage';

const fakeServer = installFakeServer();
const user = userEvent.setup();

const id = (number: number) => String(number).padStart(13, '0');
const message = (number: number, msg: string, msgFrom: string, more: Partial<Message> = {}): Message => ({
  _id: id(number),
  msg,
  msgFrom,
  msgDateTime: '2026-11-21T10:00:00.000Z',
  type: 'global',
  ...more,
});

let stored: Message[];
let edit: CacheEditor;
function Live() {
  edit = useCacheEditor();
  return null;
}

const item = (text: string) =>
  within(screen.getByRole('region', { name: 'Messages' }))
    .getByText(text)
    .closest('li');
const inItem = (text: string) => within(item(text) as HTMLElement);
const sent = () =>
  fakeServer.requests.filter(({ method }) => method !== 'GET').map(({ body }) => JSON.parse(body ?? ''));

async function show() {
  renderApp(<MessagingPage />, { beside: <Live /> });
  await screen.findByRole('textbox', { name: 'Message' });
  await untilDrawn();
}

beforeEach(() => {
  stored = [message(1, 'teh', 'ann'), message(2, 'theirs', 'ben')];
  localStorage.clear();
  fakeServer.on('GET /messaging/getMessages', () => stored);
  fakeServer.on('GET /messaging/getUnread', () => ({ readUpTo: id(9), unread: 0 }));
  fakeServer.on('PATCH /messaging/editMessage', ({ body }) => {
    const { messageId, msg } = JSON.parse(body ?? '');
    return { ...stored.find(({ _id }) => _id === messageId), msg, editedAt: '2026-11-21T10:01:00.000Z' };
  });
  Element.prototype.scrollIntoView = vi.fn();
});

it('edits an own message in its place', async () => {
  await show();
  expect(inItem('theirs').queryByRole('button', { name: 'Edit my message' })).toBeNull();
  await user.click(inItem('teh').getByRole('button', { name: 'Edit my message' }));
  const field = screen.getByRole('textbox', { name: 'New text' });
  expect(field).toHaveFocus();
  await user.clear(field);
  await user.type(field, 'the{Enter}');
  await waitFor(() => expect(item('the')).toHaveTextContent('edited'));
  expect(sent()).toEqual([{ messageId: id(1), msg: 'the' }]);
});

it('does not save an empty text', async () => {
  await show();
  await user.click(inItem('teh').getByRole('button', { name: 'Edit my message' }));
  await user.clear(screen.getByRole('textbox', { name: 'New text' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Message cannot be empty');
  expect(sent()).toEqual([]);
});

it('leaves the message as it is on Escape', async () => {
  await show();
  await user.click(inItem('teh').getByRole('button', { name: 'Edit my message' }));
  await user.type(screen.getByRole('textbox', { name: 'New text' }), 'x{Escape}');
  expect(item('teh')).toBeVisible();
  expect(sent()).toEqual([]);
});

it('keeps the text and says why if an edit is rejected', async () => {
  fakeServer.on('PATCH /messaging/editMessage', () => new Response('Message not found', { status: 404 }));
  await show();
  await user.click(inItem('teh').getByRole('button', { name: 'Edit my message' }));
  await user.type(screen.getByRole('textbox', { name: 'New text' }), 'x{Enter}');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Message not found'));
  expect(screen.getByRole('textbox', { name: 'New text' })).toHaveValue('tehx');
});

it('replies to a message, and no further message is a reply', async () => {
  fakeServer.on('POST /messaging/addMessage', ({ body }) => {
    const { msg, nonce } = JSON.parse(body ?? '').messageToAdd;
    return message(10 + sent().length, msg, 'ann', { nonce });
  });
  await show();
  await user.click(inItem('theirs').getByRole('button', { name: 'Reply to ben' }));
  const field = screen.getByRole('textbox', { name: 'Message' });
  expect(field).toHaveFocus();
  expect(screen.getByText('Replying to')).toHaveTextContent('Replying to ben theirs');
  await user.type(field, 'yes{Enter}no{Enter}');
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent().map(({ messageToAdd }) => [messageToAdd.msg, messageToAdd.replyTo])).toEqual([
    ['yes', id(2)],
    ['no', undefined],
  ]);
});

it('is no reply after Escape', async () => {
  await show();
  await user.click(inItem('theirs').getByRole('button', { name: 'Reply to ben' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByText('Replying to')).toBeNull();
});

it('shows what a reply quotes as it is now', async () => {
  stored.push(message(3, 'yes', 'cem', { replyTo: { _id: id(2), msgFrom: 'ben', msg: 'theirs' } }));
  await show();
  const quote = inItem('yes').getByRole('button', { name: 'In reply to ben theirs' });
  await act(async () => messageEdited(edit, { msg: message(2, 'changed', 'ben') }));
  expect(quote).toHaveTextContent('changed');
  await act(async () => messageRemoved(edit, { _id: id(2) }));
  expect(item('yes')).toHaveTextContent('Removed message');
});

it('leads to the quoted message, and loads what is around it if it is older', async () => {
  stored.push(message(3, 'yes', 'cem', { replyTo: { _id: id(1), msgFrom: 'ann', msg: 'teh' } }));
  const older = [stored[0]];
  fakeServer.on('GET /messaging/getMessages', () => {
    const link = '</messaging/getMessages?cursor=2>; rel="next"';
    return new Response(JSON.stringify(stored.slice(1)), { headers: { link } });
  });
  fakeServer.on('GET /messaging/getMessagesAround', ({ query }) => {
    expect(query.get('message')).toBe(id(1));
    return { messages: older, target: id(1), hasOlder: false, hasNewer: true };
  });
  await show();
  await user.click(inItem('yes').getByRole('button', { name: 'In reply to ann teh' }));
  await waitFor(() => expect(within(screen.getByRole('list')).getAllByText('teh')[0]?.closest('li')).toHaveFocus());
});
