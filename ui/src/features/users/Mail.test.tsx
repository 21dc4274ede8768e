import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { MailSettings } from '../../api/generated';
import { installFakeServer } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { Mail } from './Mail';

const fakeServer = installFakeServer();
let settings: MailSettings;

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  settings = { isRefused: false };
  fakeServer.on('GET /user/getMailSettings', () => settings);
});

const bodies = () => fakeServer.requests.flatMap(({ body }) => (body === null ? [] : [JSON.parse(body)]));

it('sends a link to an address and says that it is not confirmed yet', async () => {
  fakeServer.on('PATCH /user/setMailAddress', () => ({ pending: 'ann@example.org', isRefused: false }));
  renderApp(<Mail />);
  await userEvent.type(await screen.findByLabelText('E-mail address'), ' ann@example.org ');
  await userEvent.click(screen.getByRole('button', { name: 'Send the Link' }));
  expect(await screen.findByText('A mail with a link is on its way to ann@example.org.')).toBeVisible();
  expect(screen.getByText(/is not confirmed yet/)).toBeVisible();
  expect(bodies()).toEqual([{ address: 'ann@example.org' }]);
});

it('leads to what the user is told', async () => {
  renderApp(<Mail />);
  const link = await screen.findByRole('link', { name: 'Choose what you are told' });
  expect(link).toHaveAttribute('href', '/settings/notifications');
});

it('lets a refused address be confirmed again', async () => {
  settings = { address: 'ann@example.org', isRefused: true };
  fakeServer.on('PATCH /user/setMailAddress', () => ({ ...settings, pending: 'ann@example.org' }));
  renderApp(<Mail />);
  expect(await screen.findByText(/Mails to this address are refused/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Confirm it again' }));
  expect(await screen.findByText('A mail with a link is on its way to ann@example.org.')).toBeVisible();
  expect(bodies()).toEqual([{ address: 'ann@example.org' }]);
});
