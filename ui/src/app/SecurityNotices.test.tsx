import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { site } from '../lib/site';
import { installFakeServer, rejection } from '../testing/fakeServer';
import { renderApp } from '../testing/renderApp';
import { SecurityNotices } from './SecurityNotices';

const fakeServer = installFakeServer();
beforeEach(() => {
  site.features.mail = false;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const notice = { _id: 'n', kind: 'signInReset', by: 'ada', createdAt: '2026-11-24T10:12:00.000Z' };

function show(notices: unknown[]) {
  fakeServer.on('GET /user/getSecurityNotices', () => notices);
  renderApp(<SecurityNotices />);
}

it('names who reset the login and when', async () => {
  show([notice]);
  const region = await screen.findByRole('region', { name: 'Security notices' });
  expect(region).toHaveTextContent(/^Your login was reset by ada on .* at .*\./);
  expect(region.querySelector('time')).toHaveAttribute('datetime', notice.createdAt);
});

it('names the operator if no administrator did it', async () => {
  show([{ ...notice, by: undefined }]);
  expect(await screen.findByText(/reset by the operator of this site on/)).toBeVisible();
});

it('says who set the mail server', async () => {
  show([{ ...notice, kind: 'mailServer' }]);
  expect(await screen.findByText(/^The mail server of this site was set by/)).toHaveTextContent(/by ada on/);
  expect(screen.getByText(/It receives all mails to you/)).toBeVisible();
});

it('shows nothing if there is no notice', async () => {
  show([]);
  await waitFor(() => expect(fakeServer.requests).toHaveLength(1));
  expect(screen.queryByRole('region')).toBeNull();
});

it('goes away when it is dismissed, in other tabs too', async () => {
  const heard = vi.fn();
  const otherTab = new BroadcastChannel('seen');
  otherTab.onmessage = ({ data }) => heard(data);
  fakeServer.on('POST /user/dismissSecurityNotice/n', () => []);
  show([notice]);
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  await waitFor(() => expect(heard.mock.calls).toEqual([['securityNotices']]));
  otherTab.close();
});

it('stays if it cannot be dismissed', async () => {
  fakeServer.on('POST /user/dismissSecurityNotice/n', () => rejection(503));
  show([notice]);
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
  expect(await screen.findByText('The site is busy, please try again')).toBeVisible();
  expect(screen.getByRole('region')).toBeVisible();
});

it('tells that mails to the address are refused', async () => {
  site.features.mail = true;
  fakeServer.on('GET /user/getMailSettings', () => ({ address: 'ann@example.org', isRefused: true }));
  show([]);
  const region = await screen.findByRole('region', { name: 'Refused mails' });
  expect(region).toHaveTextContent('Mails to ann@example.org are refused.');
  expect(screen.getByRole('link', { name: 'confirm your address again' })).toBeVisible();
});
