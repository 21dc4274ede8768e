import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { FailedDelivery } from '../../api/generated';
import { installFakeServer } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { Deliveries } from './Deliveries';

const fakeServer = installFakeServer();

let failed: FailedDelivery[];

beforeEach(() => {
  const time = '2026-11-21T12:00:00.000Z';
  failed = [
    {
      _id: 'd',
      username: 'ann',
      channel: 'mail',
      kind: 'answer',
      createdAt: time,
      failedAt: time,
      attempts: 7,
      problem: 'no such mailbox',
    },
  ];
  fakeServer.on('GET /administration/getFailedDeliveries', () => failed);
  fakeServer.on('GET /administration/getDeliveryCounts', () => ({ waiting: 3, sent: 20, failed: failed.length }));
});

it('shows the numbers, and why a mail failed', async () => {
  renderApp(<Deliveries />);
  expect(await screen.findByText('no such mailbox')).toBeVisible();
  expect(screen.getByText(/7 attempts/)).toBeVisible();
  expect(screen.getByText('20')).toBeVisible();
});

it('names the channel of a push message', async () => {
  failed[0] = { ...(failed[0] as FailedDelivery), channel: 'push' };
  renderApp(<Deliveries />);
  expect(await screen.findByText(/^Answer by push for/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send again: Answer by push for ann' })).toBeVisible();
});

it('sends a failed mail again', async () => {
  fakeServer.on('POST /administration/resendDelivery', () => {
    failed = [];
    return { waiting: 4, sent: 20, failed: 0 };
  });
  renderApp(<Deliveries />);
  await userEvent.click(await screen.findByRole('button', { name: 'Send again: Answer for ann' }));
  expect(await screen.findByText('Nothing has failed')).toBeVisible();
  expect(fakeServer.requests.find(({ method }) => method === 'POST')?.body).toBe('{"id":"d"}');
});
