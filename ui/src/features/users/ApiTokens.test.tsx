import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ApiToken } from '../../api/generated';
import { installFakeServer, rejection } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import ApiTokens from './ApiTokens';

const fakeServer = installFakeServer();
const user = userEvent.setup();

const script: ApiToken = {
  _id: 't1',
  name: 'nightly report',
  scopes: ['read'],
  createdAt: '2026-11-24T10:12:00.000Z',
  address: '192.0.2.7',
};

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

it('creates a token, which is shown once, and revokes it', async () => {
  let tokens: ApiToken[] = [];
  let wanted: unknown;
  fakeServer.on('GET /user/getApiTokens', () => tokens);
  fakeServer.on('POST /user/addApiToken', ({ body }) => {
    wanted = JSON.parse(String(body));
    tokens = [script];
    return { token: 'stoa_secret', apiTokens: tokens };
  });
  fakeServer.on('DELETE /user/revokeApiToken/t1', () => (tokens = []));
  renderApp(<ApiTokens />);
  await user.click(await screen.findByRole('button', { name: 'Create a token' }));
  expect(await screen.findByText('Please enter a name for the token.')).toBeVisible();
  await user.type(screen.getByLabelText('Name'), ' nightly report ');
  await user.click(screen.getByRole('checkbox', { name: /^Read/ }));
  await user.click(screen.getByRole('button', { name: 'Create a token' }));
  expect(await screen.findByText('Please choose at least one scope.')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: /^Read/ }));
  await user.click(screen.getByRole('checkbox', { name: /^Post/ }));
  await user.selectOptions(screen.getByLabelText('Valid for'), '90 days');
  await user.click(screen.getByRole('button', { name: 'Create a token' }));
  expect(await screen.findByLabelText('New token')).toHaveValue('stoa_secret');
  expect(wanted).toEqual({ name: 'nightly report', scopes: ['read', 'write'], days: 90 });
  expect(screen.getByText('nightly report')).toBeVisible();
  expect(screen.getByText(/does not expire · not used yet/)).toBeVisible();
  const writeText = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(writeText).toHaveBeenCalledWith('stoa_secret');
  await user.click(screen.getByRole('button', { name: 'Revoke: nightly report' }));
  expect(await screen.findByText('The token was revoked.')).toBeVisible();
  expect(screen.queryByText('nightly report')).toBeNull();
  expect(screen.queryByLabelText('New token')).toBeNull();
});

it('creates a token without an end', async () => {
  let wanted: unknown;
  fakeServer.on('GET /user/getApiTokens', () => []);
  fakeServer.on('POST /user/addApiToken', ({ body }) => {
    wanted = JSON.parse(String(body));
    return { token: 'stoa_secret', apiTokens: [script] };
  });
  renderApp(<ApiTokens />);
  await user.type(await screen.findByLabelText('Name'), 'bridge');
  await user.selectOptions(screen.getByLabelText('Valid for'), 'no end');
  await user.click(screen.getByRole('button', { name: 'Create a token' }));
  await waitFor(() => expect(wanted).toEqual({ name: 'bridge', scopes: ['read'] }));
});

it('says which tokens have expired, and why one was not created', async () => {
  const expired = { ...script, expiresAt: '2026-01-01T00:00:00.000Z', lastUsedAt: '2025-12-31T00:00:00.000Z' };
  fakeServer.on('GET /user/getApiTokens', () => [expired]);
  fakeServer.on('POST /user/addApiToken', () => rejection(409, 'You cannot have more than 20 API tokens'));
  renderApp(<ApiTokens />);
  expect(await screen.findByText('expired')).toBeVisible();
  await user.type(screen.getByLabelText('Name'), 'one more');
  await user.click(screen.getByRole('button', { name: 'Create a token' }));
  expect(await screen.findByText('You cannot have more than 20 API tokens')).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('one more');
});

it('offers the scope of administration to administrators only', async () => {
  fakeServer.on('GET /user/getApiTokens', () => []);
  const { unmount } = renderApp(<ApiTokens />);
  await screen.findByRole('button', { name: 'Create a token' });
  expect(screen.queryByRole('checkbox', { name: /^Administer/ })).toBeNull();
  unmount();
  renderApp(<ApiTokens />, { user: { isAdministrator: true } });
  expect(await screen.findByRole('checkbox', { name: /^Administer/ })).toBeVisible();
});
