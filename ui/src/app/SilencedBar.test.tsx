import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { installFakeServer } from '../testing/fakeServer';
import { renderApp } from '../testing/renderApp';
import { SilencedBar } from './SilencedBar';

const fakeServer = installFakeServer();
const until = new Date(Date.now() + 3_600_000).toISOString();
let appeals: { logId: string }[];

beforeEach(() => {
  appeals = [];
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  fakeServer.on('GET /moderation/getMySanctions', () => [
    { logId: 'l1', kind: 'silence', reason: 'insults', createdAt: until, endsAt: until },
  ]);
  fakeServer.on('GET /moderation/getMyAppeals', () => appeals);
  fakeServer.on('POST /moderation/appeal', ({ body }) => {
    expect(body).toBe('{"id":"l1","text":"it was a joke"}');
    appeals = [{ logId: 'l1' }];
    return {};
  });
});

const user = userEvent.setup();

it('tells a silenced member until when and why, and takes one appeal', async () => {
  renderApp(<SilencedBar />, { user: { silencedUntil: until } });
  expect(await screen.findByText('insults')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Appeal…' }));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(screen.getByText('Please say why you disagree')).toBeVisible();
  await user.type(screen.getByRole('textbox'), 'it was a joke');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.getByText('You have appealed.')).toBeVisible());
});

it('tells others nothing', () => {
  renderApp(<SilencedBar />, { user: { silencedUntil: new Date(Date.now() - 1_000).toISOString() } });
  expect(screen.queryByRole('region')).toBeNull();
});
