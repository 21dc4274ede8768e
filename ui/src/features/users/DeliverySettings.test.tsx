import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { DeliveryPreferences, MailSettings } from '../../api/generated';
import { site } from '../../lib/site';
import { installFakeServer, rejection } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import DeliverySettingsPage from './DeliverySettingsPage';

const fakeServer = installFakeServer();
let settings: MailSettings;
let preferences: DeliveryPreferences;

beforeEach(() => {
  Object.assign(site.features, { mail: true, push: false });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  settings = { address: 'ann@example.org', isRefused: false };
  preferences = { choices: [{ channel: 'mail', kind: 'comment' }], timeZone: 'UTC' };
  fakeServer.on('GET /user/getMailSettings', () => settings);
  fakeServer.on('GET /user/getDeliveryPreferences', () => preferences);
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    timeZone: 'Europe/Berlin',
  } as Intl.ResolvedDateTimeFormatOptions);
});

const calls = () => fakeServer.requests.flatMap(({ path, body }) => (body === null ? [] : [[path, JSON.parse(body)]]));

it('changes a choice at once, and back if the server refuses', async () => {
  fakeServer.on('PATCH /user/chooseDelivery', () => rejection(503));
  renderApp(<DeliverySettingsPage />);
  const box = await screen.findByLabelText('An answer to a question of yours, by mail at once');
  await userEvent.click(box);
  expect(calls()).toEqual([['/user/chooseDelivery', { channel: 'mail', kind: 'answer', wanted: true }]]);
  expect(await screen.findByText(/The site is busy/)).toBeVisible();
  expect(box).not.toBeChecked();
  expect(screen.getByLabelText('A comment on a post of yours, by mail at once')).toBeChecked();
});

it('shows on the site always, and the digest only with a digest', async () => {
  renderApp(<DeliverySettingsPage />);
  const row = await screen.findByRole('row', { name: /A text that names you/ });
  expect(within(row).getByText('Always')).toBeVisible();
  expect(screen.getByLabelText('A text that names you, in the digest')).toBeDisabled();
});

it('shows what the site offers: devices alone, which are told of every kind', async () => {
  Object.assign(site.features, { mail: false, push: true });
  fakeServer.on('PATCH /user/chooseDelivery', () => ({
    ...preferences,
    choices: [{ channel: 'push', kind: 'mention' }],
  }));
  renderApp(<DeliverySettingsPage />);
  await userEvent.click(await screen.findByLabelText('A text that names you, on your devices'));
  expect(calls()).toEqual([['/user/chooseDelivery', { channel: 'push', kind: 'mention', wanted: true }]]);
  expect(screen.getAllByLabelText(/, on your devices$/)).toHaveLength(5);
  expect(screen.getByLabelText('A reminder of yours that is due, on your devices')).toBeEnabled();
  expect(screen.queryByLabelText(/by mail|in the digest/)).toBeNull();
  expect(screen.queryByText(/No mail is sent/)).toBeNull();
  expect(screen.queryByRole('region', { name: 'Digest' })).toBeNull();
  expect(screen.queryByLabelText(/Whole texts/)).toBeNull();
  expect(screen.getByRole('region', { name: 'Quiet hours' })).toBeVisible();
});

it('chooses a digest for the mornings of this browser', async () => {
  fakeServer.on('PATCH /user/setDeliveryTimes', () => ({ ...preferences, timeZone: 'Europe/Berlin' }));
  fakeServer.on('PATCH /user/chooseDelivery', () => ({
    timeZone: 'Europe/Berlin',
    choices: [
      { channel: 'mail', kind: 'weeklyDigest' },
      { channel: 'digest', kind: 'mention' },
    ],
  }));
  renderApp(<DeliverySettingsPage />);
  await userEvent.click(await screen.findByLabelText(/Every week/));
  expect(await screen.findByLabelText('A text that names you, in the digest')).toBeEnabled();
  expect(screen.getByLabelText('A text that names you, in the digest')).toBeChecked();
  expect(calls()).toEqual([
    ['/user/setDeliveryTimes', { timeZone: 'Europe/Berlin' }],
    ['/user/chooseDelivery', { channel: 'mail', kind: 'weeklyDigest', wanted: true }],
  ]);
});

it('turns quiet hours on and off in the time zone of this browser', async () => {
  fakeServer.on('PATCH /user/setDeliveryTimes', ({ body }) => ({ ...preferences, ...JSON.parse(body ?? '') }));
  renderApp(<DeliverySettingsPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Turn On' }));
  expect(await screen.findByText('On, from 22:00 to 07:00, Europe/Berlin time.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Turn Off' }));
  expect(calls()).toEqual([
    ['/user/setDeliveryTimes', { timeZone: 'Europe/Berlin', quietFrom: 1320, quietTo: 420 }],
    ['/user/setDeliveryTimes', { timeZone: 'Europe/Berlin' }],
  ]);
});

it('says that nothing is sent without an address, or to one that is refused', async () => {
  settings = { isRefused: false };
  const { unmount } = renderApp(<DeliverySettingsPage />);
  expect(await screen.findByRole('link', { name: 'confirm an e-mail address' })).toBeVisible();
  unmount();
  settings = { address: 'ann@example.org', isRefused: true };
  renderApp(<DeliverySettingsPage />);
  expect(await screen.findByRole('link', { name: 'confirm your address again' })).toBeVisible();
});

it('puts whole texts into mails, and takes them out again', async () => {
  fakeServer.on('PATCH /user/chooseDelivery', ({ body }) => {
    const { wanted, ...choice } = JSON.parse(body ?? '');
    const others = preferences.choices.filter(
      ({ channel, kind }) => channel !== choice.channel || kind !== choice.kind,
    );
    preferences = { ...preferences, choices: wanted ? [...others, choice] : others };
    return preferences;
  });
  renderApp(<DeliverySettingsPage />);
  const box = await screen.findByLabelText(/^Whole texts in mails/);
  expect(box).not.toBeChecked();
  await userEvent.click(box);
  await waitFor(() => expect(calls()).toHaveLength(3));
  expect(box).toBeChecked();
  await userEvent.click(box);
  await waitFor(() => expect(calls()).toHaveLength(6));
  const choice = (kind: string, wanted: boolean) => ['/user/chooseDelivery', { channel: 'fullText', kind, wanted }];
  const all = (wanted: boolean) => ['answer', 'comment', 'mention'].map((kind) => choice(kind, wanted));
  expect(calls()).toEqual([...all(true), ...all(false)]);
  expect(box).not.toBeChecked();
});
