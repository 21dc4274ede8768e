import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Sanction } from '../../api/generated';
import { installFakeServer } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import MemberModeration from './MemberModeration';

const fakeServer = installFakeServer();
const hour = 3_600_000;
const at = (offset: number) => new Date(Date.now() + offset).toISOString();

let sanctions: Sanction[];
let calls: { path: string; body: Record<string, string> }[];

beforeEach(() => {
  calls = [];
  sanctions = [];
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  HTMLElement.prototype.hidePopover = () => undefined;
  fakeServer.on('GET /moderation/getSanctions', () => sanctions);
  fakeServer.on('GET /moderation/getContentRemovals/*', () => []);
  fakeServer.on('POST /moderation/*', ({ path, body }) => {
    calls.push({ path, body: JSON.parse(`${body}`) });
    return {};
  });
});

const user = userEvent.setup();

/** Opens the dialog of an action. */
async function choose(label: string) {
  renderApp([{ path: '*', element: <MemberModeration username="ben" /> }]);
  await screen.findByText('No warnings, silences or suspensions.');
  // The dialog loads when it opens, for which act() must be awaited.
  await act(async () => screen.getByText(label).click());
  return within(await screen.findByRole('dialog'));
}

it('suspends for a chosen time with a reason, and removes posts if so chosen', async () => {
  const dialog = await choose('Suspend…');
  await user.click(dialog.getByRole('button', { name: 'Suspend' }));
  expect(dialog.getByText('Reason cannot be empty')).toBeVisible();
  await user.selectOptions(dialog.getByLabelText('For'), '30 days');
  await user.selectOptions(dialog.getByLabelText(/Remove their questions/), 'Those of the last 24 hours');
  await user.type(dialog.getByLabelText('Reason, which they see'), 'advertising');
  await user.click(dialog.getByRole('button', { name: 'Suspend' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [call] = calls;
  expect(call).toMatchObject({
    path: '/moderation/suspendUser',
    body: { userId: 'ben', reason: 'advertising', removePosts: 'day' },
  });
  const until = Date.parse(call?.body.until ?? '') - Date.now();
  expect(Math.round(until / hour)).toBe(30 * 24);
});

it('warns without asking for a time', async () => {
  const dialog = await choose('Warn…');
  expect(dialog.queryByRole('combobox')).toBeNull();
  await user.type(dialog.getByRole('textbox'), 'be kind');
  await user.click(dialog.getByRole('button', { name: 'Warn' }));
  await waitFor(() =>
    expect(calls).toEqual([{ path: '/moderation/warnUser', body: { userId: 'ben', reason: 'be kind' } }]),
  );
});

it('lifts a sanction in force, and offers it for no other', async () => {
  const given = { username: 'ben', reason: 'insults', createdBy: 'max1', createdAt: at(-hour) };
  sanctions = [
    { _id: '1', kind: 'silence', logId: 'l1', endsAt: at(hour), ...given },
    { _id: '2', kind: 'suspension', logId: 'l2', endsAt: at(-hour), ...given },
    { _id: '3', kind: 'silence', logId: 'l3', endsAt: at(hour), liftedAt: at(-1), ...given },
  ];
  renderApp([{ path: '*', element: <MemberModeration username="ben" /> }]);
  const [lift, ...others] = await screen.findAllByRole('button', { name: /^Lift/ });
  expect(others).toEqual([]);
  await user.click(lift as HTMLElement);
  expect(calls).toEqual([{ path: '/moderation/undo', body: { id: 'l1' } }]);
});
