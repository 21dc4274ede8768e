import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { MailSettings } from '../../api/generated';
import { installFakeServer, rejection } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { Mail } from './Mail';

const fakeServer = installFakeServer();
let settings: MailSettings;

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  settings = { kinds: [] };
  fakeServer.on('GET /user/getMailSettings', () => settings);
});

const bodies = () => fakeServer.requests.flatMap(({ body }) => (body === null ? [] : [JSON.parse(body)]));

it('sends a link to an address and says that it is not confirmed yet', async () => {
  fakeServer.on('PATCH /user/setMailAddress', () => ({ pending: 'ann@example.org', kinds: [] }));
  renderApp(<Mail />);
  await userEvent.type(await screen.findByLabelText('E-mail address'), ' ann@example.org ');
  await userEvent.click(screen.getByRole('button', { name: 'Send the Link' }));
  expect(await screen.findByText('A mail with a link is on its way to ann@example.org.')).toBeVisible();
  expect(screen.getByText(/is not confirmed yet/)).toBeVisible();
  expect(bodies()).toEqual([{ address: 'ann@example.org' }]);
});

it('offers mails about answers only with a confirmed address', async () => {
  settings = { pending: 'ann@example.org', kinds: [] };
  renderApp(<Mail />);
  expect(await screen.findByText(/is not confirmed yet/)).toBeVisible();
  expect(screen.queryByLabelText('An answer to a question of yours')).toBeNull();
});

it('changes a choice at once, and back if the server refuses', async () => {
  settings = { address: 'ann@example.org', kinds: ['comment'] };
  fakeServer.on('PATCH /user/chooseDelivery', () => rejection(503, 'The site is busy, please try again'));
  renderApp(<Mail />);
  const box = await screen.findByLabelText('An answer to a question of yours');
  await userEvent.click(box);
  expect(bodies()).toEqual([{ channel: 'mail', kind: 'answer', wanted: true }]);
  expect(await screen.findByText(/The site is busy/)).toBeVisible();
  expect(box).not.toBeChecked();
  expect(screen.getByLabelText('A comment on a post of yours')).toBeChecked();
});

it('always tells about the account', async () => {
  settings = { address: 'ann@example.org', kinds: [] };
  renderApp(<Mail />);
  const box = await screen.findByLabelText(/A change to your password/);
  expect(box).toBeChecked();
  expect(box).toBeDisabled();
});
