import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UserContext } from '../../../lib/session';
import { AddParticipant } from './AddParticipant';
import { CreateChat } from './CreateChat';

beforeEach(() =>
  vi.stubGlobal('fetch', async () => new Response('[{"_id":"b","username":"ben","dateJoined":"","biography":""}]')),
);
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['starts a chat', <CreateChat key="create" onCreated={() => undefined} />],
  ['adds somebody', <AddParticipant key="add" id="c" participants={['ann']} close={() => undefined} />],
])('has the focus where one looks for somebody when it opens, and does not take it again: what %s', async (_, panel) => {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <UserContext value={{ _id: 'u', username: 'ann', dateJoined: '', biography: '' }}>{panel}</UserContext>
    </SWRConfig>,
  );
  expect(screen.getByRole('combobox')).toHaveFocus();
  const submit = screen.getByRole('button', { name: /^(Create New Chat|Add to the chat)$/ });
  await userEvent.click(submit);
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(submit).toHaveFocus();
});
