import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { post } from '../api/client';
import { InlineError } from '../components/InlineError';
import * as providers from '../components/providers/api';
import * as administration from '../features/administration/api';
import * as users from '../features/users/api';
import * as signIn from '../features/users/signInApi';
import { Cancelled, onPasswordQuestion, withPassword } from '../lib/passwordPrompt';
import { useAction } from '../lib/useAction';
import { installFakeServer, rejection } from '../testing/fakeServer';
import { renderApp } from '../testing/renderApp';
import { PasswordDialog } from './PasswordDialog';

const fakeServer = installFakeServer();
const user = userEvent.setup();

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});

function Page() {
  const { error, run } = useAction('Error while acting');
  const [done, setDone] = useState(false);
  const act = () => withPassword((confirmation) => post('/act', { id: '7', ...confirmation }));
  return (
    <>
      <button type="button" onClick={() => run(async () => setDone(Boolean(await act())))}>
        Act
      </button>
      <p>{done && 'Done'}</p>
      <InlineError error={error} />
      <PasswordDialog />
    </>
  );
}

/** Renders a page with an action that the server confirms with the password `right`, and starts it. */
async function act(right = 'right', otherwise = rejection(403, 'Current password required'), hasPassword = true) {
  fakeServer.on('GET /user/getSignIn', () => ({ hasPassword }));
  fakeServer.on('POST /act', ({ body }) =>
    JSON.parse(String(body)).currentPassword === right
      ? { acted: true }
      : body?.includes('currentPassword')
        ? otherwise.clone()
        : rejection(403, 'Current password required'),
  );
  renderApp(<Page />);
  await user.click(screen.getByRole('button', { name: 'Act' }));
  return screen.findByRole('dialog');
}

async function answer(password: string) {
  await user.type(screen.getByLabelText('Current Password'), password);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
}

it('repeats the action with the password', async () => {
  await act();
  await answer('right');
  expect(await screen.findByText('Done')).toBeVisible();
  expect(fakeServer.requests.at(-1)?.body).toBe('{"id":"7","currentPassword":"right"}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('stays open after a wrong password', async () => {
  const dialog = await act();
  await answer('wrong');
  expect(await screen.findByText('The password is wrong.')).toBeVisible();
  expect(dialog).toBeVisible();
});

it('shows that there were too many attempts', async () => {
  await act('right', rejection(429, 'Too many attempts, please try again later'));
  await answer('wrong');
  expect(await screen.findByText('Too many attempts, please try again later')).toBeVisible();
});

it('sends no empty password', async () => {
  await act();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByText('Please enter your current password.')).toBeVisible();
  expect(fakeServer.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

it('does not ask members for a password that they do not have', async () => {
  await act('right', undefined, false);
  expect(await screen.findByRole('dialog', { name: 'Confirm that it is you to continue' })).toBeVisible();
  expect(screen.queryByLabelText('Current Password')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
});

it('leaves other errors to the action', async () => {
  await act('right', rejection(409, 'Not now'));
  await answer('another');
  expect(await screen.findByText('Not now')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('does nothing and reports nothing when it is closed', async () => {
  await act();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByText('Done')).toBeNull();
});

it('can show the password', async () => {
  await act();
  expect(screen.getByLabelText('Current Password')).toHaveAttribute('type', 'password');
  await user.click(screen.getByLabelText('Show Password'));
  expect(screen.getByLabelText('Current Password')).toHaveAttribute('type', 'text');
});

it('asks for every call that the API document says to need the password', async () => {
  const file = resolve(import.meta.dirname, '../../../docs/openapi.json');
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, Record<string, unknown>> };
  const needing = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, call]) => JSON.stringify(call).includes('schemas/CurrentPassword'))
      .map(([method]) => `${method.toUpperCase()} ${path.replace(/\{.*\}/, 'x')}`),
  );
  const asking = new Set<string>();
  fakeServer.on('* /*', () => rejection(403, 'Current password required'));
  onPasswordQuestion(({ cancel }) => {
    const { method, path } = fakeServer.requests.at(-1) ?? { method: '', path: '' };
    asking.add(`${method} ${path}`);
    cancel();
  });
  const exported: unknown[] = [administration, users, signIn, providers].flatMap((module) => Object.values(module));
  const isCall = (value: unknown): value is (...values: string[]) => Promise<unknown> => typeof value === 'function';
  for (const call of exported.filter(isCall))
    await Promise.resolve(call('x', 'x', 'x')).catch((error) =>
      expect(error instanceof Cancelled || error.status).toBeTruthy(),
    );
  expect([...asking].sort()).toEqual(needing.sort());
});
