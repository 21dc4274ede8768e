import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Passkeys as PasskeyList, SignInState } from '../../api/generated';
import { site } from '../../lib/site';
import { installFakeServer, rejection } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { Passkeys } from './Passkeys';
import { TwoFactor } from './TwoFactor';

const fakeServer = installFakeServer();
const user = userEvent.setup();

const off: SignInState = {
  hasPassword: true,
  canRemovePassword: false,
  recoveryCodes: 0,
  rememberedDevices: 0,
  needsSecondFactor: false,
};
const on: SignInState = { ...off, secondFactorSince: '2026-11-24T10:12:00.000Z', recoveryCodes: 10 };

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  delete site.features.passkeys;
  vi.unstubAllGlobals();
});

it('is turned on with a code, and shows the recovery codes until they are kept', async () => {
  let state = off;
  fakeServer.on('GET /user/getSignIn', () => state);
  fakeServer.on('POST /user/beginSecondFactor', () => ({
    secret: 'GEZD GNBV',
    url: 'otpauth://totp/Stoa:ann?secret=GEZDGNBV',
    qrCode: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  }));
  fakeServer.on('POST /user/addSecondFactor', ({ body }) => {
    if (JSON.parse(String(body)).code !== '123456') return rejection(403, 'This code is wrong or was used already');
    state = on;
    return { recoveryCodes: ['k3xt-9mfa-pz7w-2hdn', 'aaaa-bbbb-cccc-dddd'] };
  });
  renderApp(<TwoFactor />);
  await user.click(await screen.findByRole('button', { name: 'Turn on two-factor login' }));
  const picture = await screen.findByRole('img', { name: /^QR code/ });
  expect(picture).toHaveAttribute('src', expect.stringMatching(/^data:image\/svg\+xml,%3Csvg/));
  expect(screen.getByText('GEZD GNBV')).toBeVisible();
  await user.type(screen.getByLabelText('Code'), '000000');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  expect(await screen.findByText('This code is wrong or was used already')).toBeVisible();
  await user.clear(screen.getByLabelText('Code'));
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  expect(await screen.findByText('k3xt-9mfa-pz7w-2hdn')).toBeVisible();
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'I have kept them' }));
  expect(screen.queryByText('k3xt-9mfa-pz7w-2hdn')).toBeNull();
  expect(await screen.findByText(/10 recovery codes are left/)).toBeVisible();
});

it('is turned off with a code, and asks remembered devices again', async () => {
  fakeServer.on('GET /user/getSignIn', () => ({ ...on, rememberedDevices: 2 }));
  fakeServer.on('POST /user/forgetDevices', () => on);
  fakeServer.on('POST /user/removeSecondFactor', () => off);
  renderApp(<TwoFactor />);
  expect(await screen.findByText(/2 devices need no code at the moment/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ask for a code again' }));
  await waitFor(() => expect(screen.queryByText(/need no code/)).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByText('Please enter a code of the app, or a recovery code.')).toBeVisible();
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByRole('button', { name: 'Turn on two-factor login' })).toBeVisible();
});

it('tells staff that their role needs it', async () => {
  fakeServer.on('GET /user/getSignIn', () => ({ ...off, needsSecondFactor: true }));
  renderApp(<TwoFactor />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Your role on this site needs two-factor login');
});

const list: PasskeyList = {
  host: 'stoa.test',
  passkeys: [
    { _id: 'p', name: 'My laptop', createdAt: '2026-11-24T10:12:00.000Z', isSynced: true, host: 'stoa.test' },
    { _id: 'q', name: 'Old key', createdAt: '2026-11-24T10:12:00.000Z', isSynced: false, host: 'old.test' },
  ],
};

it('lists passkeys, and renames and removes them', async () => {
  fakeServer.on('GET /user/getPasskeys', () => list);
  fakeServer.on('PATCH /user/renamePasskey/p', ({ body }) => ({
    ...list,
    passkeys: [{ ...list.passkeys[0], name: JSON.parse(String(body)).name }],
  }));
  fakeServer.on('DELETE /user/removePasskey/p', () =>
    rejection(409, 'This is your only way to log in: add another one first'),
  );
  renderApp(<Passkeys />);
  expect(await screen.findByText('synced')).toBeVisible();
  expect(screen.getByText('only for old.test')).toBeVisible();
  expect(screen.getByText('This browser has no passkeys.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Rename: My laptop' }));
  await user.clear(screen.getByLabelText('Name'));
  await user.type(screen.getByLabelText('Name'), 'Desk{Enter}');
  expect(await screen.findByText('The passkey was renamed.')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Remove: Desk' }));
  expect(await screen.findByText('This is your only way to log in: add another one first')).toBeVisible();
});

it('adds a passkey that the browser makes, and says so where there is none', async () => {
  site.features.passkeys = true;
  vi.stubGlobal('PublicKeyCredential', {
    parseCreationOptionsFromJSON: (options: unknown) => options,
    parseRequestOptionsFromJSON: (options: unknown) => options,
  });
  const made = { toJSON: () => ({ rawId: 'AA', response: {} }) };
  const create = vi.fn().mockRejectedValueOnce(new DOMException('', 'NotAllowedError')).mockResolvedValue(made);
  vi.stubGlobal('navigator', { userAgent: navigator.userAgent, credentials: { create } });
  fakeServer.on('GET /user/getPasskeys', () => ({ host: 'stoa.test', passkeys: [] }));
  fakeServer.on('POST /user/beginPasskey', () => ({ challenge: 'AA' }));
  fakeServer.on('POST /user/addPasskey', () => list);
  renderApp(<Passkeys />);
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  expect(await screen.findByText('No passkey was used. Try again, or use another way.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add a passkey' }));
  expect(await screen.findByText('The passkey was added.')).toBeVisible();
  expect(screen.getByText('My laptop')).toBeVisible();
});

it('says why a site has no passkeys', async () => {
  fakeServer.on('GET /user/getPasskeys', () => ({
    passkeys: [],
    unavailable: 'Passkeys need an encrypted connection.',
  }));
  renderApp(<Passkeys />);
  expect(await screen.findByText('Passkeys need an encrypted connection.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});
