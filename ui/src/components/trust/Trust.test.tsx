import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { MemberTrust } from '../../api/generated';
import { installFakeServer } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import Trust from './Trust';

const fakeServer = installFakeServer();

let trust: MemberTrust;
let calls: string[];

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  [trust, calls] = [{ username: 'ann', level: 0 }, []];
  fakeServer.on('GET /moderation/getTrust', () => trust);
  fakeServer.on('POST /moderation/vouchUser', ({ body }) => {
    calls.push(`vouch ${body}`);
    trust = { username: 'ann', level: 1, vouchedBy: 'max', vouchedAt: '2026-11-21T00:00:00.000Z' };
    return trust;
  });
  fakeServer.on('POST /moderation/unvouchUser', ({ body }) => {
    calls.push(`unvouch ${body}`);
    trust = { username: 'ann', level: 0 };
    return trust;
  });
});

const user = userEvent.setup();

it('vouches for a member with a reason, and takes it back', async () => {
  renderApp(<Trust username="ann" isStaff={false} />);
  expect(await screen.findByText(/Trust level 0 \(new\)/)).toBeVisible();
  for (const verb of ['Vouch', 'Take back']) {
    await user.click(await screen.findByRole('button', { name: verb }));
    const dialog = screen.getByRole('dialog');
    await user.type(within(dialog).getByRole('textbox'), 'I know them');
    await user.click(within(dialog).getByRole('button', { name: verb }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  const body = '{"userId":"ann","reason":"I know them"}';
  expect(calls).toEqual([`vouch ${body}`, `unvouch ${body}`]);
  expect(await screen.findByRole('button', { name: 'Vouch' })).toBeVisible();
});

it('offers nothing for staff', async () => {
  renderApp(<Trust username="ann" isStaff />);
  expect(await screen.findByText(/Trust level/)).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
