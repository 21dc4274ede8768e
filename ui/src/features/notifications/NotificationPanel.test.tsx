import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSWRConfig } from 'swr';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Notification, NotificationUpdate, Question } from '../../api/generated';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { installFakeServer } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import * as cache from './cache';
import { NotificationPanel } from './NotificationPanel';
import { UnreadBadge } from './UnreadBadge';

const fakeServer = installFakeServer();

const time = '2026-11-21T00:00:00.000Z';
const answer: Notification = {
  _id: 'n2',
  questionId: 'q',
  questionTitle: 'Why?',
  answerId: 'n2',
  updateType: 'answer',
  updateBy: 'ben',
  updateText: 'Because.',
  viewed: false,
  createdAt: time,
};
const comment: Notification = {
  ...answer,
  _id: 'n1',
  answerId: undefined,
  updateType: 'comment',
  updateBy: 'cleo',
  updateText: 'So what?',
  viewed: true,
};

/** The data of the server. Mutating calls fail while it is down. */
let stored: Notification[];
let unread: number | undefined;
let isDown: boolean;
let calls: string[];

beforeEach(() => {
  [stored, unread, isDown, calls] = [[answer, comment], undefined, false, []];
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fakeServer.on(
    ['GET /notification/getNotifications', 'PATCH /notification/*'],
    async ({ url: path, method, body }) => {
      if (isDown) return new Response('The site is busy, please try again', { status: 503 });
      if (method !== 'GET') {
        calls.push(`${method} ${path} ${body}`);
        const { notificationID } = JSON.parse(String(body)) as { notificationID?: string };
        stored = stored.map((each) =>
          !notificationID || each._id === notificationID ? { ...each, viewed: true } : each,
        );
        return new Response(JSON.stringify(notificationID ? stored.find(({ _id }) => _id === notificationID) : stored));
      }
      const count = unread ?? stored.filter(({ viewed }) => !viewed).length;
      return new Response(JSON.stringify(stored), {
        headers: { 'x-total-count': String(stored.length), 'x-unread-count': String(count) },
      });
    },
  );
});
afterEach(() => {
  vi.restoreAllMocks();
});

let live: (update: NotificationUpdate) => Promise<void>;
let touch: (question: Question) => Promise<void>;
function Live() {
  const edit = useCacheEditor();
  const { mutate } = useSWRConfig();
  live = (update) => act(async () => cache.notificationUpdated(edit, mutate, update));
  touch = (question) => act(async () => cache.invalidate(mutate, 'ann', question));
  return null;
}

async function show() {
  const page = (
    <>
      <a href="/home">
        Home
        <UnreadBadge />
      </a>
      <NotificationPanel title="Notification Catch-up" isMention={() => false} />
    </>
  );
  const { router } = renderApp(
    [
      { path: '/home', element: page },
      { path: '*', element: page },
    ],
    { address: '/home', beside: <Live /> },
  );
  await screen.findByRole('region', { name: 'Notification Catch-up' });
  return router;
}

const item = async (link: string) => (await screen.findByRole('link', { name: link })).closest('li') as HTMLElement;
const isUnread = (line: HTMLElement) => within(line).queryByText('Unread:') !== null;
const badge = () => screen.getByRole('link', { name: /^Home/ });
const user = userEvent.setup({ delay: null });

describe('the box', () => {
  it('distinguishes read and unread notifications, in words too', async () => {
    await show();
    const first = await item('New answer from ben');
    expect(first).toHaveTextContent('Because.');
    expect(first).toHaveTextContent('on Why?');
    expect(isUnread(first)).toBe(true);
    const second = await item('New comment from cleo');
    expect(second).toHaveTextContent('So what?');
    expect(isUnread(second)).toBe(false);
    expect(first.className).not.toBe(second.className);
    expect(within(second).getByRole('link')).toHaveAttribute('href', '/question/q#n1');
  });

  it('shows the notifications of one question as one entry with its title, in the place of the newest', async () => {
    const other = { ...answer, _id: 'n3', questionId: 'p', questionTitle: 'How?', updateBy: 'dan' };
    stored = [answer, other, comment];
    await show();
    await item('New answer from ben');
    const lines = screen.getAllByRole('listitem').map((line) => line.textContent);
    expect(lines[0]).toMatch(/New answer from ben on Why\?/);
    expect(lines[1]).toMatch(/^New comment from cleo ·/);
    expect(lines[2]).toMatch(/New answer from dan on How\?/);
    expect(screen.getAllByText('Why?')).toHaveLength(1);
  });

  it('leads to the answer, and marks it as viewed', async () => {
    const router = await show();
    await waitFor(() => expect(badge()).toHaveAccessibleName(/^Home ?1 unread notification$/));
    await user.click(within(await item('New answer from ben')).getByRole('link'));
    expect(router.state.location.pathname + router.state.location.hash).toBe('/question/q#n2');
    expect(calls).toEqual(['PATCH /notification/viewNotification {"notificationID":"n2"}']);
    expect(isUnread(await item('New answer from ben'))).toBe(false);
    await waitFor(() => expect(badge()).toHaveAccessibleName('Home'));
    await user.click(within(await item('New answer from ben')).getByRole('link'));
    expect(calls, 'only once').toHaveLength(1);
  });

  it('marks a notification opened in another tab, but not on a context menu', async () => {
    await show();
    const link = within(await item('New answer from ben')).getByRole('link');
    await user.pointer({ keys: '[MouseRight]', target: link });
    expect(calls).toEqual([]);
    await user.pointer({ keys: '[MouseMiddle]', target: link });
    expect(calls).toEqual(['PATCH /notification/viewNotification {"notificationID":"n2"}']);
  });

  it('stays unread if marking fails', async () => {
    await show();
    const line = await item('New answer from ben');
    isDown = true;
    await user.click(within(line).getByRole('link'));
    await waitFor(() => expect(isUnread(line)).toBe(true));
  });

  it('is cleared as a whole', async () => {
    stored = [answer, { ...answer, _id: 'n0', updateBy: 'dan' }];
    await show();
    await item('New answer from dan');
    const clear = screen.getByRole('button', { name: 'Clear All' });
    await waitFor(() => expect(clear).toHaveAttribute('aria-disabled', 'false'));
    await user.click(clear);
    expect(calls).toEqual(['PATCH /notification/clearAllNotifications {}']);
    expect(screen.queryByText('Unread:')).toBeNull();
    await waitFor(() => expect(badge()).toHaveAccessibleName('Home'));
    expect(clear).toHaveAttribute('aria-disabled', 'true');
    await user.click(clear);
    expect(calls, 'there is nothing left to clear').toHaveLength(1);
  });

  it('says when it could not be cleared', async () => {
    await show();
    await item('New answer from ben');
    await waitFor(() => expect(badge()).toHaveAccessibleName(/1 unread/));
    isDown = true;
    await user.click(screen.getByRole('button', { name: 'Clear All' }));
    expect(await screen.findByText('Error clearing notifications')).toBeVisible();
  });

  it('without notifications says so', async () => {
    stored = [];
    await show();
    expect(await screen.findByText('No notifications yet!')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Clear All' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('says when they cannot be fetched', async () => {
    isDown = true;
    await show();
    expect(await screen.findByText('Error retrieving notifications')).toBeVisible();
  });
});

describe('events', () => {
  it('add a new notification once, and count it', async () => {
    stored = [comment];
    await show();
    await item('New comment from cleo');
    stored = [answer, comment];
    await live({ type: 'created', notification: answer });
    await live({ type: 'created', notification: answer });
    const lines = screen.getAllByRole('listitem');
    expect(lines.map((line) => within(line).getByRole('link').textContent)).toEqual([
      'New answer from ben',
      'New comment from cleo',
    ]);
    await waitFor(() => expect(badge()).toHaveAccessibleName(/^Home ?1 unread notification$/));
  });

  it('mark notifications viewed in another browser', async () => {
    await show();
    const line = await item('New answer from ben');
    stored = [{ ...answer, viewed: true }, comment];
    await live({ type: 'viewed', notification: { ...answer, viewed: true } });
    expect(isUnread(line)).toBe(false);
    await waitFor(() => expect(badge()).toHaveAccessibleName('Home'));
  });

  it('mark all that was cleared in another browser', async () => {
    stored = [answer, { ...answer, _id: 'n0', updateBy: 'dan' }];
    await show();
    await item('New answer from dan');
    stored = stored.map((each) => ({ ...each, viewed: true }));
    await live({ type: 'cleared', notification: { ...answer, viewed: true } });
    expect(screen.queryByText('Unread:')).toBeNull();
  });

  it('remove notifications of deleted posts', async () => {
    await show();
    await item('New answer from ben');
    stored = [comment];
    const question = { askedBy: 'zoe', answers: [] } as unknown as Question;
    await touch(question);
    expect(screen.getByRole('link', { name: 'New answer from ben' }), 'a question by another user').toBeVisible();
    await touch({ ...question, askedBy: 'ann' });
    await waitFor(() => expect(screen.queryByRole('link', { name: 'New answer from ben' })).toBeNull());
  });
});

describe('the badge', () => {
  it.each([
    [0, /^Home$/, ''],
    [1, /^Home ?1 unread notification$/, '1'],
    [99, /^Home ?99 unread notifications$/, '99'],
    [100, /^Home ?100 unread notifications$/, '99+'],
  ])('for %i says %s', async (count, name, shown) => {
    unread = count;
    await show();
    await waitFor(() => expect(badge()).toHaveAccessibleName(name));
    expect(badge().querySelector('[aria-hidden]')?.textContent ?? '').toBe(shown);
  });
});
