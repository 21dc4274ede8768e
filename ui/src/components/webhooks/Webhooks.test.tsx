import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Webhook, WebhookDelivery } from '../../api/generated';
import { installFakeServer, rejection } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import Webhooks from './Webhooks';

const fakeServer = installFakeServer();
const user = userEvent.setup();

const hook: Webhook = {
  _id: 'w1',
  name: 'team chat',
  address: 'https://chat.example.org/hooks/secret-path',
  form: 'slack',
  events: ['question.created'],
  managedBy: 'root1',
  createdAt: '2026-11-24T10:12:00.000Z',
  waiting: 0,
};

const sent: WebhookDelivery = {
  _id: 'd1',
  event: 'question.created',
  createdAt: '2026-11-24T10:13:00.000Z',
  endedAt: '2026-11-24T10:13:01.000Z',
  isSent: false,
  attempts: 3,
  status: 400,
  duration: 12,
  reply: 'no such channel',
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

/** Chooses an action in the menu, which jsdom cannot open. */
async function choose(action: string) {
  await user.click(await screen.findByRole('button', { name: action, hidden: true }));
}

it('adds a webhook of a community, whose secret is shown once', async () => {
  let body: unknown;
  fakeServer.on('GET /webhook/getWebhooks', () => []);
  fakeServer.on('POST /webhook/addWebhook', (request) => {
    body = JSON.parse(String(request.body));
    return { _id: 'w1', secret: 'whsec_x', webhooks: [{ ...hook, communityId: 'c1' }] };
  });
  renderApp(<Webhooks communityId="c1" />);
  await user.click(await screen.findByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Please enter a name for the webhook.')).toBeVisible();
  await user.type(screen.getByLabelText('Name'), ' team chat ');
  await user.selectOptions(screen.getByLabelText('Receiver'), 'Slack, Mattermost, Rocket.Chat or Zulip');
  await user.type(screen.getByLabelText('Address'), hook.address);
  await user.click(screen.getByRole('checkbox', { name: 'An answer appears' }));
  await user.click(screen.getByRole('checkbox', { name: 'A comment appears' }));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByLabelText('Secret')).toHaveValue('whsec_x');
  expect(body).toEqual({
    communityId: 'c1',
    settings: { name: 'team chat', address: hook.address, form: 'slack', events: ['question.created'] },
  });
  expect(screen.getByText('team chat', { selector: 'li bdi' })).toBeVisible();
  expect(screen.queryByText(/secret-path/)).toBeNull();
});

it('shows why an address is refused', async () => {
  fakeServer.on('GET /webhook/getWebhooks', () => []);
  fakeServer.on('POST /webhook/addWebhook', () => rejection(400, 'Enter an https address on the internet'));
  renderApp(<Webhooks />);
  await user.type(await screen.findByLabelText('Name'), 'team chat');
  await user.type(screen.getByLabelText('Address'), 'http://10.0.0.1/');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText(/Enter an https address on the internet/)).toBeVisible();
  expect(screen.getByLabelText('Address')).toHaveValue('http://10.0.0.1/');
});

it('turns a webhook off and on', async () => {
  let webhook: Webhook = hook;
  let changed: unknown;
  fakeServer.on('GET /webhook/getWebhooks', () => [webhook]);
  fakeServer.on('PATCH /webhook/changeWebhook/w1', (request) => {
    changed = JSON.parse(String(request.body));
    webhook = { ...hook, offAt: '2026-11-24T10:20:00.000Z' };
    return [webhook];
  });
  renderApp(<Webhooks />);
  await choose('Turn off');
  expect(await screen.findByText('off')).toBeVisible();
  expect(changed).toMatchObject({ settings: { name: 'team chat' }, isOn: false });
  await choose('Turn on');
  expect(changed).toMatchObject({ isOn: true });
});

it('says why the site turned a webhook off, and that one fails', async () => {
  const off = { ...hook, _id: 'w2', name: 'other', offAt: hook.createdAt, offReason: 'It has failed for a day' };
  fakeServer.on('GET /webhook/getWebhooks', () => [{ ...hook, failingSince: hook.createdAt, waiting: 2 }, off]);
  renderApp(<Webhooks />);
  expect(await screen.findByText(/It has failed for a day\./)).toBeVisible();
  expect(screen.getByText(/Has failed since .*; 2 messages wait\./)).toBeVisible();
});

it('lists the messages, and sends one again', async () => {
  const waiting: WebhookDelivery = {
    _id: 'd1',
    event: 'question.created',
    createdAt: sent.createdAt,
    isSent: false,
    attempts: 0,
  };
  let deliveries = [sent];
  fakeServer.on('GET /webhook/getWebhooks', () => [hook]);
  fakeServer.on('GET /webhook/getWebhookDeliveries/w1', () => deliveries);
  fakeServer.on('POST /webhook/sendWebhookAgain/d1', () => (deliveries = [waiting]));
  renderApp(<Webhooks />);
  await choose('Messages');
  const item = within((await screen.findByText('not taken')).closest('li') as HTMLElement);
  expect(item.getByText(/3 attempts · reply 400 · 12 ms/)).toBeVisible();
  await user.click(item.getByText('Reply'));
  expect(item.getByText('no such channel')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send again: d1' }));
  expect(await screen.findByText('waits')).toBeVisible();
});

it('renews the secret after a confirmation, and removes a webhook', async () => {
  fakeServer.on('GET /webhook/getWebhooks', () => [hook]);
  fakeServer.on('POST /webhook/renewWebhookSecret/w1', () => ({ secret: 'whsec_y' }));
  fakeServer.on('DELETE /webhook/removeWebhook/w1', () => []);
  renderApp(<Webhooks />);
  await choose('New secret…');
  const confirm = async (name: string) =>
    user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
  await confirm('New secret');
  expect(await screen.findByLabelText('Secret')).toHaveValue('whsec_y');
  await choose('Remove…');
  await confirm('Remove');
  expect(screen.queryByRole('button', { name: 'Actions: team chat' })).toBeNull();
});
