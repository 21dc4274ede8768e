import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { installFakeServer } from '../testing/fakeServer';
import { renderApp } from '../testing/renderApp';
import DirectMessagesPage from './DirectMessagesPage';

const fakeServer = installFakeServer();

const entry = (_id: string, kind: string, item: object) => ({
  _id,
  kind,
  item,
  at: '2026-11-29T00:00:00.000Z',
  isNew: false,
});
const userOf = (username: string) => ({ _id: username, username, dateJoined: '', biography: '' });
const lists: Record<string, unknown[]> = {
  '/inbox/getEntries': [
    entry('1', 'response', { updateBy: 'gone', updateType: 'answer' }),
    entry('2', 'response', { updateBy: '[deleted]', updateType: 'answer' }),
    entry('3', 'mention', { mentionedBy: 'ben' }),
  ],
  '/community/getAllCommunities': [{ _id: 'c1', name: 'Columns' }],
  '/community/getMembers/c1': ['ann', 'ben', 'cleo'].map(userOf),
  '/user/getUsers': ['ann', 'dora', 'eve', 'finn', 'gus'].map(userOf),
};

it('offers a viewer without chats some people, those first whom they have met', async () => {
  const created: unknown[] = [];
  fakeServer.on(['* /inbox/*', '* /community/*', '* /user/*', '* /chat/*'], ({ path, body }) => {
    if (path === '/chat/createChat') created.push(JSON.parse(String(body)).participants);
    return lists[path] ?? [];
  });
  renderApp([{ path: '*', element: <DirectMessagesPage /> }], { address: '/messaging/direct-message' });
  const chats = screen.getByRole('navigation', { name: 'Chats' });
  await within(chats).findByRole('link', { name: 'eve' });
  const names = within(chats).getAllByRole('link');
  expect(names.map(({ textContent }) => textContent)).toEqual(['gone', 'ben', 'cleo', 'dora', 'eve', 'finn']);
  await userEvent.click(within(chats).getByRole('button', { name: 'Message cleo' }));
  expect(created).toEqual([['ann', 'cleo']]);
});
