import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { codeRequired } from '../../api/sentences';
import { LoginContext } from '../../lib/session';
import { site } from '../../lib/site';
import { installFakeServer, rejection } from '../../testing/fakeServer';
import { AuthPage } from './AuthPage';

const fakeServer = installFakeServer();
const user = userEvent.setup();

/** A browser with one passkey. `get` is what its dialog does. */
function installPasskeys(get: (options: CredentialRequestOptions) => Promise<unknown>) {
  site.features.passkeys = true;
  vi.stubGlobal('PublicKeyCredential', {
    parseRequestOptionsFromJSON: (options: unknown) => options,
    isConditionalMediationAvailable: async () => true,
  });
  vi.stubGlobal('navigator', { ...navigator, userAgent: 'test', credentials: { get } });
}

const credential = { toJSON: () => ({ rawId: 'AA', response: {} }) };

function show() {
  history.replaceState(null, '', '/');
  const onSignedIn = vi.fn();
  const view = render(
    <LoginContext value={onSignedIn}>
      <AuthPage />
    </LoginContext>,
  );
  return { onSignedIn, ...view };
}

async function logIn() {
  await user.type(screen.getByLabelText('Username'), ' ann ');
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  delete site.features.passkeys;
  vi.unstubAllGlobals();
});

it('asks for the code in place of the name and the password', async () => {
  fakeServer.on('POST /user/login', ({ body }) => {
    const { code } = JSON.parse(String(body)) as { code?: string };
    if (!code) return rejection(401, codeRequired);
    return code === '123 456' ? {} : rejection(403, 'This code is wrong or was used already');
  });
  const { onSignedIn } = show();
  await logIn();
  const code = await screen.findByLabelText('Code');
  expect(code).toHaveFocus();
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await waitFor(() => expect(screen.queryByLabelText('Username')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(fakeServer.requests).toHaveLength(1);
  await user.type(code, '000000');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByText(/^This code is wrong/)).toBeVisible();
  expect(onSignedIn).not.toHaveBeenCalled();
  await user.clear(code);
  await user.type(code, '123 456');
  await user.click(screen.getByLabelText('Do not ask on this device for 30 days'));
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  const sent = { username: 'ann', password: 'secret', code: '123 456', rememberDevice: true };
  expect(JSON.parse(String(fakeServer.requests.at(-1)?.body))).toEqual(sent);
});

const suspended = () =>
  new Response('This account is suspended', { status: 403, headers: { 'x-appeal-proof': 'proof' } });

it('lets a suspended member appeal after the code', async () => {
  fakeServer.on('POST /user/login', ({ body }) =>
    String(body).includes('123456') ? suspended() : rejection(401, codeRequired),
  );
  fakeServer.on('POST /moderation/getSuspensionAppeal', () => ({ mayAppeal: true }));
  show();
  await logIn();
  await user.type(await screen.findByLabelText('Code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByLabelText(/You can appeal once/)).toBeVisible();
});

it('lets a suspended member appeal after their passkey', async () => {
  installPasskeys(({ mediation }) =>
    mediation === 'conditional' ? new Promise(() => undefined) : Promise.resolve(credential),
  );
  fakeServer.on('POST /user/beginPasskeyLogin', () => ({ challenge: 'AA' }));
  fakeServer.on('POST /user/loginWithPasskey', suspended);
  fakeServer.on('POST /moderation/getSuspensionAppeal', () => ({ mayAppeal: true }));
  show();
  await user.click(await screen.findByRole('button', { name: 'Log in with a passkey' }));
  expect(await screen.findByText('This account is suspended')).toBeVisible();
  expect(await screen.findByLabelText(/You can appeal once/)).toBeVisible();
});

it('leads back to the name and the password', async () => {
  fakeServer.on('POST /user/login', () => rejection(401, codeRequired));
  show();
  await logIn();
  await user.click(await screen.findByRole('button', { name: 'Back' }));
  expect(screen.getByLabelText('Username')).toHaveValue(' ann ');
  expect(screen.queryByLabelText('Code')).toBeNull();
});

it('offers passkeys only where the site and the browser have them', async () => {
  show().unmount();
  expect(screen.queryByRole('button', { name: 'Log in with a passkey' })).toBeNull();
  installPasskeys(() => new Promise(() => undefined));
  fakeServer.on('POST /user/beginPasskeyLogin', () => ({ challenge: 'AA' }));
  show();
  expect(await screen.findByRole('button', { name: 'Log in with a passkey' })).toBeVisible();
  expect(screen.getByLabelText('Username')).toHaveAttribute('autocomplete', 'username webauthn');
});

it('logs in with a passkey that is picked among the suggestions', async () => {
  installPasskeys(async () => credential);
  fakeServer.on('POST /user/beginPasskeyLogin', () => ({ challenge: 'AA' }));
  fakeServer.on('POST /user/loginWithPasskey', () => ({}));
  const { onSignedIn } = show();
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
});

it('ends the suggestions before the dialog of the button, and says what was refused', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  installPasskeys(({ mediation, signal }) => {
    if (mediation !== 'conditional') return Promise.resolve(credential);
    signals.push(signal);
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    });
  });
  fakeServer.on('POST /user/beginPasskeyLogin', () => ({ challenge: 'AA' }));
  fakeServer.on('POST /user/loginWithPasskey', () => rejection(403, 'This passkey was not accepted'));
  const { onSignedIn } = show();
  const button = await screen.findByRole('button', { name: 'Log in with a passkey' });
  await waitFor(() => expect(signals).toHaveLength(1));
  await user.click(button);
  expect(signals[0]?.aborted).toBe(true);
  expect(await screen.findByText('This passkey was not accepted')).toBeVisible();
  expect(onSignedIn).not.toHaveBeenCalled();
});
