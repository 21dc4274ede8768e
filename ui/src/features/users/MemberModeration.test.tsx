import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
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

it('suspends until the end of a chosen day', async () => {
  const dialog = await choose('Suspend…');
  await user.selectOptions(dialog.getByLabelText('For'), 'Until a date…');
  await user.type(dialog.getByLabelText('Reason, which they see'), 'advertising');
  await user.click(dialog.getByRole('button', { name: 'Suspend' }));
  expect(dialog.getByText('Please choose today or a later day')).toBeVisible();
  expect(calls).toEqual([]);
  fireEvent.change(dialog.getByLabelText('Until the end of'), { target: { value: '2031-03-01' } });
  await user.click(dialog.getByRole('button', { name: 'Suspend' }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body.until).toBe(new Date(2031, 2, 1, 23, 59, 59).toISOString());
});

it('clears a profile, and offers to restore it for 30 days', async () => {
  const given = { username: 'ben', reason: 'insults', createdBy: 'max1' };
  const dialog = await choose('Clear the profile…');
  sanctions = [
    { _id: '1', kind: 'clearing', logId: 'l1', createdAt: at(-hour), ...given },
    { _id: '2', kind: 'clearing', logId: 'l2', createdAt: at(-31 * 24 * hour), ...given },
  ];
  await user.type(dialog.getByRole('textbox'), 'insults');
  await user.click(dialog.getByRole('button', { name: 'Clear' }));
  await user.click(await screen.findByRole('button', { name: 'Restore the profile of ben' }));
  expect(calls).toEqual([
    { path: '/moderation/clearProfile', body: { userId: 'ben', reason: 'insults' } },
    { path: '/moderation/undo', body: { id: 'l1' } },
  ]);
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

it('shows the progress of a removal of posts without a reload', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const removal = { _id: 'r', username: 'ben', span: 'all', reason: 'spam', removedBy: 'max1', logId: 'l1' };
  let shown = { ...removal, removedAt: at(-hour), count: 0, isPending: true };
  fakeServer.on('GET /moderation/getContentRemovals/*', () => [shown]);
  renderApp([{ path: '*', element: <MemberModeration username="ben" /> }]);
  expect(await screen.findByText(/\(all\): 0, going on/)).toBeVisible();
  shown = { ...shown, count: 3, isPending: false };
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(await screen.findByText(/\(all\): 3$/)).toBeVisible();
  vi.useRealTimers();
});
