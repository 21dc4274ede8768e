import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { BotView } from '../../api/generated';
import { installFakeServer, rejection } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { Bots } from './Bots';

const fakeServer = installFakeServer();
const user = userEvent.setup();

const bot: BotView = {
  _id: 'b1',
  username: 'alerts',
  createdAt: '2026-11-24T10:12:00.000Z',
  owner: 'root1',
  isActive: true,
  apiTokens: [],
};

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  HTMLElement.prototype.hidePopover = () => undefined;
});

const administrator = { username: 'root1', isAdministrator: true } as const;

/** Chooses an action in the menu, which jsdom cannot open. */
const choose = async (action: string) => user.click(await screen.findByRole('button', { name: action, hidden: true }));

it('adds a bot of a community', async () => {
  let wanted: unknown;
  fakeServer.on('GET /administration/getBots', () => []);
  fakeServer.on('POST /administration/addBot', ({ body }) => {
    wanted = JSON.parse(String(body));
    return [{ ...bot, communityId: 'c1', communityName: 'operations', hasRequested: true }];
  });
  renderApp(<Bots />, { user: administrator });
  await user.click(await screen.findByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Please enter a name for the bot.')).toBeVisible();
  await user.type(screen.getByLabelText('Name'), ' alerts ');
  await user.type(screen.getByLabelText('Community'), 'operations');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('It waits for the moderators of the community to let it in.')).toBeVisible();
  expect(wanted).toEqual({ username: 'alerts', community: 'operations' });
  expect(screen.getByText('in operations')).toBeVisible();
});

it('says why a bot was not added', async () => {
  fakeServer.on('GET /administration/getBots', () => []);
  fakeServer.on('POST /administration/addBot', () => rejection(404, 'Community not found'));
  renderApp(<Bots />, { user: administrator });
  await user.type(await screen.findByLabelText('Name'), 'alerts');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText(/Community not found/)).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('alerts');
});

it('makes an API token with the scopes of bots, which is shown once, and revokes it', async () => {
  let wanted: unknown;
  const token = { _id: 't1', name: 'monitor', scopes: ['read'], createdAt: bot.createdAt } as const;
  fakeServer.on('GET /administration/getBots', () => [bot]);
  fakeServer.on('POST /administration/addBotToken', ({ body }) => {
    wanted = JSON.parse(String(body));
    return { token: 'stoa_secret', bots: [{ ...bot, apiTokens: [token] }] };
  });
  fakeServer.on('DELETE /administration/revokeBotToken/t1', () => [bot]);
  renderApp(<Bots />, { user: administrator });
  await choose('New API token');
  expect(screen.queryByRole('checkbox', { name: /moderate/ })).toBeNull();
  await user.type(screen.getAllByLabelText('Name')[0] as HTMLElement, 'monitor');
  await user.click(screen.getByRole('button', { name: 'Create a token' }));
  expect(await screen.findByLabelText('New token')).toHaveValue('stoa_secret');
  expect(wanted).toEqual({ botId: 'b1', name: 'monitor', scopes: ['read'], days: 30 });
  await user.click(screen.getByRole('button', { name: 'Revoke: monitor' }));
  expect(screen.queryByRole('button', { name: 'Revoke: monitor' })).toBeNull();
});

it('makes an incoming hook, whose address is shown once, and removes it after a confirmation', async () => {
  let wanted: unknown;
  const hooked = { ...bot, incomingHook: { createdAt: bot.createdAt, tags: ['alert', 'machine'] } };
  fakeServer.on('GET /administration/getBots', () => [bot]);
  fakeServer.on('POST /administration/addIncomingHook', ({ body }) => {
    wanted = JSON.parse(String(body));
    return { path: '/hook/secret', bots: [hooked] };
  });
  fakeServer.on('DELETE /administration/removeIncomingHook/b1', () => [bot]);
  renderApp(<Bots />, { user: administrator });
  await choose('New incoming hook');
  await user.click(screen.getByRole('button', { name: 'Make an address' }));
  expect(await screen.findByText('Please enter at least one tag.')).toBeVisible();
  await user.type(screen.getByLabelText('Tags'), 'alert, machine,');
  await user.click(screen.getByRole('button', { name: 'Make an address' }));
  expect(await screen.findByLabelText('Address')).toHaveValue(`${location.origin}/hook/secret`);
  expect(wanted).toEqual({ botId: 'b1', tags: ['alert', 'machine'] });
  await choose('Remove the incoming hook…');
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(screen.queryByText(/Incoming hook · tags/)).toBeNull();
});

it('takes over a bot that cannot act', async () => {
  const idle = { ...bot, owner: 'other', isActive: false };
  fakeServer.on('GET /administration/getBots', () => [idle]);
  fakeServer.on('POST /administration/takeOverBot/b1', () => [bot]);
  renderApp(<Bots />, { user: administrator });
  expect(await screen.findByText('inactive')).toBeVisible();
  await choose('Take over…');
  await user.click(await screen.findByRole('button', { name: 'Take over' }));
  expect(screen.queryByText('inactive')).toBeNull();
});
