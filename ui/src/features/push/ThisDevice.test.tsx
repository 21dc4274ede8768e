import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { DeliveryKind, PushDevice } from '../../api/generated';
import { offlineQuestions, storeQuestion } from '../../lib/offlineQuestions';
import { installFakeCaches } from '../../testing/fakeCaches';
import { installFakeServer, rejection } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { install } from './installation';
import ThisDevice from './ThisDevice';

const fakeServer = installFakeServer();
installFakeCaches();

const requestPermission = vi.fn();
const unsubscribe = vi.fn();
const subscribe = vi.fn();
const getSubscription = vi.fn();
let permission: NotificationPermission;
let devices: PushDevice[];

const device = (_id: string, name: string, isCurrent: boolean): PushDevice => ({
  _id,
  name,
  createdAt: '2026-01-01',
  isCurrent,
  hidesText: false,
  kinds: ['answer', 'mention'],
});
const keys = { p256dh: 'p', auth: 'a' };

beforeEach(() => {
  vi.resetAllMocks();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  permission = 'default';
  requestPermission.mockImplementation(() => {
    permission = 'granted';
    return permission;
  });
  const subscription = { toJSON: () => ({ endpoint: 'https://push.example/1', keys }), unsubscribe };
  subscribe.mockResolvedValue(subscription);
  const registration = { pushManager: { subscribe, getSubscription }, getNotifications: () => [] };
  getSubscription.mockResolvedValue(null);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    requestPermission,
    get permission() {
      return permission;
    },
  });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      register: async () => registration,
      getRegistration: async () => registration,
      ready: Promise.resolve(registration),
    },
  });
  devices = [];
  fakeServer.on('GET /user/getPushSettings', () => ({
    publicKey: 'key',
    devices,
    kinds: ['answer', 'mention'],
  }));
  fakeServer.on('POST /user/addPushDevice', () => {
    devices = [device('d', 'Firefox on Linux', true)];
    return {};
  });
  fakeServer.on('DELETE /user/removePushDevice', ({ body }) => {
    devices = devices.filter(({ _id }) => _id !== (JSON.parse(body ?? '') as { deviceId: string }).deviceId);
    return {};
  });
});

const show = () => renderApp(<ThisDevice />);
const pushSwitch = () => screen.findByRole('checkbox', { name: 'Tell this device' });

it('asks for the permission after a click only, and subscribes with the key of the site', async () => {
  show();
  expect(await pushSwitch()).not.toBeChecked();
  expect(requestPermission).not.toHaveBeenCalled();
  await userEvent.click(await pushSwitch());
  await waitFor(async () => expect(await pushSwitch()).toBeChecked());
  expect(subscribe).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey: 'key' });
  const sent = fakeServer.requests.find(({ path }) => path === '/user/addPushDevice');
  expect(JSON.parse(sent?.body ?? '')).toEqual({ endpoint: 'https://push.example/1', keys });
  expect(screen.getByText('this browser')).toBeVisible();
});

it('says what the maker of the browser learns', async () => {
  show();
  expect(await screen.findByText(/The maker of your browser then learns when .*, but not of what\./)).toBeVisible();
});

it('ends the subscription that the server does not accept', async () => {
  fakeServer.on('POST /user/addPushDevice', () => rejection(400, 'Invalid endpoint'));
  show();
  await userEvent.click(await pushSwitch());
  expect(await screen.findByRole('alert')).toHaveTextContent('Error while changing the devices');
  expect(unsubscribe).toHaveBeenCalledOnce();
  expect(await pushSwitch()).not.toBeChecked();
});

it('says what a denied permission means and how to change it', async () => {
  requestPermission.mockImplementation(() => {
    permission = 'denied';
    return permission;
  });
  show();
  await userEvent.click(await pushSwitch());
  expect(await screen.findByText(/are blocked in your browser\. Allow them in its settings/)).toBeVisible();
  expect(await pushSwitch()).toBeDisabled();
  expect(subscribe).not.toHaveBeenCalled();
});

it('leaves the switch as it was after a question that was dismissed', async () => {
  requestPermission.mockResolvedValue('default');
  show();
  await userEvent.click(await pushSwitch());
  await waitFor(async () => expect(await pushSwitch()).toBeEnabled());
  expect(await pushSwitch()).not.toBeChecked();
});

it('hides the words on this device', async () => {
  devices = [device('d', 'Firefox on Linux', true)];
  getSubscription.mockResolvedValue({ toJSON: () => ({ endpoint: 'https://push.example/1', keys }) });
  fakeServer.on('POST /user/addPushDevice', ({ body }) => {
    const { hidesText } = JSON.parse(body ?? '') as { hidesText: boolean };
    devices = [{ ...device('d', 'Firefox on Linux', true), hidesText }];
    return {};
  });
  show();
  const words = await screen.findByRole('checkbox', { name: 'Hide the words' });
  expect(words).not.toBeChecked();
  await userEvent.click(words);
  await waitFor(() => expect(words).toBeChecked());
  const sent = fakeServer.requests.find(({ path }) => path === '/user/addPushDevice');
  expect(JSON.parse(sent?.body ?? '')).toEqual({ endpoint: 'https://push.example/1', keys, hidesText: true });
});

it('lets each device show less than the user has chosen', async () => {
  devices = [device('d', 'Firefox on Linux', true), device('e', 'Chrome on Android', false)];
  fakeServer.on('PATCH /user/chooseDeviceDelivery', ({ body }) => {
    const { deviceId, kind, wanted } = JSON.parse(body ?? '') as {
      deviceId: string;
      kind: DeliveryKind;
      wanted: boolean;
    };
    devices = devices.map((other) =>
      other._id === deviceId
        ? { ...other, kinds: [...other.kinds.filter((other) => other !== kind), ...(wanted ? [kind] : [])] }
        : other,
    );
    return { publicKey: 'key', devices, kinds: ['answer', 'mention'] };
  });
  show();
  const kind = (label: string) =>
    screen.getByRole('checkbox', { name: `${label}, on Chrome on Android`, hidden: true });
  expect(await screen.findAllByText('Shows: answers, mentions')).toHaveLength(2);
  expect(kind('Comments'), 'the user does not want them').toBeDisabled();
  await userEvent.click(kind('Answers'));
  await waitFor(() => expect(screen.getByText('Shows: mentions')).toBeVisible());
  expect(kind('Answers')).not.toBeChecked();
  await userEvent.click(kind('Mentions'));
  expect(await screen.findByText('Shows nothing')).toBeVisible();
  expect(screen.getByText('Shows: answers, mentions'), 'the other device').toBeVisible();
  await userEvent.click(kind('Answers'));
  expect(await screen.findByText('Shows: answers')).toBeVisible();
  const sent = fakeServer.requests.filter(({ path }) => path === '/user/chooseDeviceDelivery');
  expect(sent.map(({ body }) => JSON.parse(body ?? ''))).toEqual([
    { deviceId: 'e', kind: 'answer', wanted: false },
    { deviceId: 'e', kind: 'mention', wanted: false },
    { deviceId: 'e', kind: 'answer', wanted: true },
  ]);
});

it('says why a kind could not be changed, and shows it as it is', async () => {
  devices = [device('d', 'Firefox on Linux', true)];
  fakeServer.on('PATCH /user/chooseDeviceDelivery', () => rejection(404, 'Device not found'));
  show();
  const answers = await screen.findByRole('checkbox', { name: 'Answers, on Firefox on Linux', hidden: true });
  await userEvent.click(answers);
  expect(await screen.findByText(/Error while changing the device/)).toBeInTheDocument();
  expect(answers).toBeChecked();
});

it('removes another device, and this one with the switch', async () => {
  devices = [device('d', 'Firefox on Linux', true), device('e', 'Chrome on Android', false)];
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Remove: Chrome on Android' }));
  await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull());
  await userEvent.click(await pushSwitch());
  await waitFor(() => expect(screen.queryByText('Firefox on Linux')).toBeNull());
  expect(await pushSwitch()).not.toBeChecked();
});

it('says that a browser without push services cannot be told', async () => {
  vi.stubGlobal('PushManager', undefined);
  Reflect.deleteProperty(window, 'PushManager');
  show();
  expect(await screen.findByText(/This browser cannot receive notifications/)).toBeVisible();
  expect(await pushSwitch()).toBeDisabled();
});

it('deletes what can be read offline when that is switched off', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = 'XSRF-TOKEN=a-session';
  await storeQuestion('u', { _id: 'q' } as never);
  expect(await offlineQuestions()).toHaveLength(1);
  show();
  const offline = screen.getByRole('checkbox', { name: 'Offline reading' });
  expect(offline).toBeChecked();
  await userEvent.click(offline);
  expect(offline).not.toBeChecked();
  await waitFor(async () => expect(await offlineQuestions()).toHaveLength(0));
});

it('offers the installation when the browser does, and never by itself', async () => {
  install();
  show();
  await pushSwitch();
  expect(screen.queryByRole('button', { name: 'Install this site' })).toBeNull();
  const prompt = vi.fn(async () => undefined);
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => void dispatchEvent(offer));
  expect(offer.defaultPrevented).toBe(true);
  expect(prompt).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Install this site' }));
  expect(prompt).toHaveBeenCalledOnce();
  expect(screen.queryByRole('button', { name: 'Install this site' })).toBeNull();
  expect(document.querySelector('link[rel=manifest]')).toHaveAttribute('href', '/manifest.webmanifest');
});
