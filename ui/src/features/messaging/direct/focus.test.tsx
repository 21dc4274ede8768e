import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { installFakeServer } from '../../../testing/fakeServer';
import { renderApp } from '../../../testing/renderApp';
import { AddParticipant } from './AddParticipant';
import { CreateChat } from './CreateChat';

const fakeServer = installFakeServer();

beforeEach(() => {
  fakeServer.on('GET /chat/getChatsByUser/*', () => []);
  fakeServer.on(
    'GET /user/getUsers',
    async () => new Response('[{"_id":"b","username":"ben","dateJoined":"","biography":""}]'),
  );
});

it.each([
  ['starts a chat', <CreateChat people={[]} key="create" onCreated={() => undefined} />],
  ['adds a user', <AddParticipant key="add" id="c" participants={['ann']} close={() => undefined} />],
])('focuses the search when it opens, and only then: %s', async (_, panel) => {
  renderApp(panel);
  expect(screen.getByRole('combobox')).toHaveFocus();
  const submit = screen.getByRole('button', { name: /^(Create New Chat|Add to the chat)$/ });
  await userEvent.click(submit);
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(submit).toHaveFocus();
});
