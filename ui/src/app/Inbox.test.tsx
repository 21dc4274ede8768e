import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSWRConfig } from 'swr';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  InboxEntry,
  InboxUnread,
  Mention,
  Notification,
  NotificationUpdate,
  OwnEntry,
  Question,
} from '../api/generated';
import type { MutableKind } from '../components/inbox/keys';
import * as cache from '../features/inbox/cache';
import { notifications } from '../features/preferences/notifications';
import { useCacheEditor } from '../lib/useCacheEditor';
import { installFakeServer, listResponse, nothingUnread } from '../testing/fakeServer';
import { renderApp } from '../testing/renderApp';
import HomeUnreadCount from './HomeUnreadCount';
import Inbox from './Inbox';
import UnreadDot from './UnreadDot';

const fakeServer = installFakeServer();
const user = userEvent.setup({ delay: null });

const at = '2026-11-21T00:00:00.000Z';
const answer: Notification = {
  _id: 'n2',
  questionId: 'q',
  questionTitle: 'Why?',
  answerId: 'n2',
  updateType: 'answer',
  updateBy: 'ben',
  updateText: 'Because.',
  viewed: false,
  createdAt: at,
};
const mention: Mention = {
  _id: 'm',
  kind: 'comment',
  contentId: 'c',
  qid: 'p',
  title: 'How?',
  mentionedBy: 'cem',
  text: 'What do you think, @ann?',
  notified: false,
  createdAt: at,
};
const votes: OwnEntry = {
  _id: 'v',
  kind: 'votes',
  qid: 'r',
  title: 'When?',
  text: 'Now',
  votes: 5,
  toldAt: at,
  isNew: true,
};
const response = (item: Notification, isNew = true): InboxEntry => ({
  _id: item._id,
  at,
  isNew,
  kind: 'response',
  item,
});
const mentioned: InboxEntry = { _id: 'e3', at, isNew: true, kind: 'mention', item: mention };
const own: InboxEntry = { _id: 'e2', at, isNew: true, kind: 'own', item: votes };
const watched: InboxEntry = {
  _id: 'e1',
  at,
  isNew: true,
  kind: 'watched',
  item: {
    _id: 'a2',
    qid: 'w',
    title: 'Where?',
    newAnswers: 2,
    firstNewAnswer: 'a1',
    author: 'dan',
    createdAt: at,
    reason: { kind: 'tag', object: 'plutus', name: 'plutus' },
  },
};

let stored: InboxEntry[];
let unread: InboxUnread;
let muted: MutableKind[];
let isDown: boolean;
let calls: string[];

beforeEach(() => {
  [stored, muted, isDown, calls] = [[response(answer), mentioned, own, watched], [], false, []];
  unread = { ...nothingUnread, responses: 1, mentions: 1, own: 1, hasWatched: true };
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const busy = () => new Response('The site is busy, please try again', { status: 503 });
  fakeServer.on('GET /inbox/getEntries', ({ query }) => {
    if (isDown) return busy();
    const kinds = query.get('kinds')?.split(',');
    return listResponse(kinds ? stored.filter(({ kind }) => kinds.includes(kind)) : stored);
  });
  fakeServer.on('GET /inbox/getUnreadCounts', () => unread);
  fakeServer.on('GET /inbox/getMutedKinds', () => muted);
  fakeServer.on('GET /chat/getUnreadChats', () => ({ unread: 1 }));
  fakeServer.on('PATCH *', ({ path, body }) => {
    if (isDown) return busy();
    calls.push(`${path} ${body}`);
    if (path === '/inbox/setMutedKind') return muted;
    if (path === '/following/setFollow') return { kind: 'question', object: 'w', state: 'muted', watchers: 0 };
    return true;
  });
});
afterEach(() => {
  act(() => notifications.set('true'));
  vi.restoreAllMocks();
});

let live: (update: NotificationUpdate) => Promise<void>;
let touch: (question: Partial<Question>) => Promise<void>;
const settle = () => new Promise((resolve) => setTimeout(resolve, 400));
function Live() {
  const edit = useCacheEditor();
  const { mutate } = useSWRConfig();
  live = (update) => act(async () => cache.notificationUpdated(edit, mutate, update));
  touch = (question) => act(async () => cache.postChanged(mutate, 'ann', { answers: [], ...question } as Question));
  return null;
}

async function show(verb = 'Mark all as read') {
  const page = (
    <>
      <a href="/home">
        Home
        <HomeUnreadCount />
      </a>
      <Inbox title="Notifications" verb={verb} />
    </>
  );
  const { router } = renderApp([{ path: '*', element: page }], { address: '/home', beside: <Live /> });
  await screen.findByRole('region', { name: 'Notifications' });
  return router;
}

const item = async (link: string) => (await screen.findByRole('link', { name: link })).closest('li') as HTMLElement;
const isUnread = (line: HTMLElement) => within(line).queryByText('Unread:') !== null;
const badge = () => screen.getByRole('link', { name: /^Home/ });

describe('the list', () => {
  it('says of each entry what, where, why and what stops it, newest first', async () => {
    await show();
    await item('New answer from ben');
    const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines[0]).toMatch(/New answer from ben on Why\?.*Because\..*because you asked this question.*Settings/);
    expect(lines[1]).toMatch(/cem mentioned you on How\?.*because you were mentioned in a comment.*Block/);
    expect(lines[2]).toMatch(/Your question has 5 votes on When\?.*because you wrote this question.*Mute votes/);
    expect(lines[3]).toMatch(/2 new answers from dan on Where\?.*because you watch plutus.*Mute/);
    const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual(expect.arrayContaining(['/question/q#n2', '/question/p#c', '/question/r', '/question/w#a1']));
  });

  it('distinguishes read and unread entries, in words too', async () => {
    stored = [response(answer), response({ ...answer, _id: 'n1', updateBy: 'cleo' }, false)];
    await show();
    const [first, second] = [await item('New answer from ben'), await item('New answer from cleo')];
    expect([isUnread(first), isUnread(second)]).toEqual([true, false]);
    expect(first.className).not.toBe(second.className);
  });

  it('shows what is about one question together, with its title once', async () => {
    const other = response({ ...answer, _id: 'n3', questionId: 'x', questionTitle: 'Who?', updateBy: 'dan' });
    stored = [response(answer), other, response({ ...answer, _id: 'n1', updateType: 'comment', updateBy: 'cleo' })];
    await show();
    await item('New answer from ben');
    const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines[1]).toMatch(/New comment from cleo Nov/);
    expect(lines[2]).toMatch(/New answer from dan on Who\?/);
    expect(screen.getAllByText('Why?')).toHaveLength(1);
  });

  it('says that a response mentions the viewer', async () => {
    stored = [{ ...response(answer), namesYou: true }];
    await show();
    expect(await item('New answer from ben')).toHaveTextContent('because ben mentioned you');
  });

  it('tells who asks to join, in one entry, and who was admitted', async () => {
    const requests = { communityId: 'k', name: 'Columns', requests: 3, newestBy: 'eve', requestedAt: at };
    const admitted: OwnEntry = {
      ...votes,
      kind: 'admitted',
      communityId: 'l',
      title: 'Roofs',
      votes: undefined,
      qid: undefined,
    };
    stored = [
      { _id: 'e2', at, isNew: true, kind: 'requests', item: requests },
      { _id: 'e1', at, isNew: true, kind: 'own', item: admitted },
    ];
    await show();
    expect(await screen.findByRole('link', { name: '3 people ask to join Columns' })).toHaveAttribute(
      'href',
      '/communities/k',
    );
    expect(screen.getByRole('link', { name: 'You are a member of Roofs now' })).toHaveAttribute(
      'href',
      '/communities/l',
    );
  });

  it('tells what everyone may read now, also while notifications are off', async () => {
    notifications.set('false');
    stored = [
      { _id: 'e2', at, isNew: true, kind: 'opened', item: { communityId: 'k', name: 'Columns', openedAt: at } },
      { _id: 'e1', at, isNew: true, kind: 'opened', item: { openedAt: at } },
    ];
    await show();
    const community = await screen.findByRole('link', { name: /^Everyone can now read Columns without an account/ });
    expect(community).toHaveAttribute('href', '/communities/k');
    expect(screen.getByRole('link', { name: /^Everyone can now read this site/ })).toHaveAttribute(
      'href',
      '/questionPage',
    );
    const ways = screen.getAllByRole('link', { name: 'Choose whether search engines show your name' });
    expect(ways[0]).toHaveAttribute('href', '/user/ann');
  });

  it('shows the kinds that the viewer chooses', async () => {
    await show();
    await item('New answer from ben');
    await user.selectOptions(screen.getByLabelText('Show'), 'Mentions');
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    expect(screen.getByRole('listitem')).toHaveTextContent('cem mentioned you');
    await user.selectOptions(screen.getByLabelText('Show'), 'Reminders');
    expect(await screen.findByText('Nothing of this kind.')).toBeVisible();
  });

  it('shows a choice before it draws the list', async () => {
    await show();
    await item('New answer from ben');
    const filter = screen.getByLabelText<HTMLSelectElement>('Show');
    filter.value = 'Mentions';
    // `user` would wait for the list.
    filter.dispatchEvent(new Event('change', { bubbles: true }));
    expect(filter).toHaveValue('Mentions');
    expect(document.querySelector('[aria-busy=true]')).toBeNull();
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  });

  it('without entries says so', async () => {
    [stored, unread] = [[], nothingUnread];
    await show('Clear All');
    expect(await screen.findByText('No notifications yet!')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Clear All' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('says when it cannot be fetched', async () => {
    isDown = true;
    await show();
    expect(await screen.findByText('Error retrieving notifications')).toBeVisible();
  });

  it('leaves out answers and comments while notifications are off', async () => {
    notifications.set('false');
    await show();
    expect(screen.getByText('Notifications are turned off.')).toBeVisible();
    expect(await screen.findByRole('link', { name: /mentioned you/ })).toBeVisible();
    expect(screen.queryByRole('link', { name: /New answer/ })).toBeNull();
  });
});

describe('an entry', () => {
  it('leads to its post, and is read then, once', async () => {
    const router = await show();
    const line = await item('New answer from ben');
    await user.click(within(line).getByRole('link', { name: 'New answer from ben' }));
    expect(router.state.location.pathname + router.state.location.hash).toBe('/question/q#n2');
    expect(calls).toEqual(['/inbox/markEntryRead {"kind":"response","id":"n2"}']);
    expect(isUnread(line)).toBe(false);
  });

  it('is read when it is opened in another tab, but not on a context menu', async () => {
    await show();
    const link = await screen.findByRole('link', { name: 'New answer from ben' });
    await user.pointer({ keys: '[MouseRight]', target: link });
    expect(calls).toEqual([]);
    await user.pointer({ keys: '[MouseMiddle]', target: link });
    expect(calls).toHaveLength(1);
  });

  it('stays unread if that fails', async () => {
    await show();
    const line = await item('New answer from ben');
    fakeServer.on('PATCH /inbox/markEntryRead', () => new Response('busy', { status: 503 }));
    await user.click(within(line).getByRole('link', { name: 'New answer from ben' }));
    // The list may have been fetched again.
    const shown = () => screen.getByRole('link', { name: /New answer from ben/ }).closest('li') as HTMLElement;
    await waitFor(() => expect(isUnread(shown())).toBe(true));
  });

  it('is muted where it stands, and shown again below', async () => {
    await show();
    [stored, muted] = [[response(answer)], ['votes']];
    await user.click(await screen.findByRole('button', { name: 'Mute votes' }));
    expect(calls).toEqual(['/inbox/setMutedKind {"kind":"votes","muted":true}']);
    await waitFor(() => expect(screen.queryByText(/5 votes/)).toBeNull());
    [stored, muted] = [[response(answer), own], []];
    await user.click(screen.getByRole('button', { name: 'Show votes' }));
    expect(await screen.findByText(/5 votes/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show votes' })).toBeNull();
  });

  it('about what is watched mutes its question', async () => {
    await show();
    await user.click(await screen.findByRole('button', { name: 'Mute: Where?' }));
    expect(calls).toEqual(['/following/setFollow {"kind":"question","object":"w","state":"muted"}']);
  });
});

describe('the button', () => {
  it('marks everything up to the newest entry as read', async () => {
    await show();
    await item('New answer from ben');
    await waitFor(() => expect(badge()).toHaveAccessibleName(/^Home ?3 unread notifications$/));
    stored = stored.map((entry) => ({ ...entry, isNew: false }));
    unread = nothingUnread;
    const button = screen.getByRole('button', { name: 'Mark all as read' });
    await user.click(button);
    expect(calls).toEqual(['/inbox/markInboxRead {"upTo":"n2"}']);
    expect(screen.queryByText('Unread:')).toBeNull();
    await waitFor(() => expect(badge()).toHaveAccessibleName('Home'));
    await user.click(button);
    expect(calls, 'there is nothing left to read').toHaveLength(1);
  });

  it('says when that did not work', async () => {
    await show('Clear All');
    await item('New answer from ben');
    await waitFor(() => expect(badge()).toHaveAccessibleName(/3 unread/));
    isDown = true;
    await user.click(screen.getByRole('button', { name: 'Clear All' }));
    expect(await screen.findByText('Error clearing notifications')).toBeVisible();
  });
});

describe('events', () => {
  it('add a new entry, and count it', async () => {
    [stored, unread] = [[mentioned], nothingUnread];
    await show();
    await screen.findByRole('link', { name: /cem mentioned you/ });
    [stored, unread] = [[response(answer), mentioned], { ...nothingUnread, responses: 1 }];
    await live({ type: 'created', notification: answer });
    await live({ type: 'created', notification: answer });
    expect(await item('New answer from ben')).toBeVisible();
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    await waitFor(() => expect(badge()).toHaveAccessibleName(/^Home ?1 unread notification$/));
  });

  it('mark what was read in another browser', async () => {
    await show();
    const line = await item('New answer from ben');
    await live({ type: 'viewed', notification: { ...answer, viewed: true } });
    expect(isUnread(line)).toBe(false);
  });

  it('remove entries about deleted posts of the viewer', async () => {
    await show();
    await item('New answer from ben');
    await act(settle);
    stored = [mentioned];
    await touch({ askedBy: 'zoe' });
    await act(settle);
    expect(screen.getByRole('link', { name: 'New answer from ben' }), 'a question by another user').toBeVisible();
    await touch({ askedBy: 'ann' });
    await waitFor(() => expect(screen.queryByRole('link', { name: 'New answer from ben' })).toBeNull());
  });
});

describe('the badge', () => {
  it.each([
    [0, /^Home$/, ''],
    [99, /^Home ?99 unread notifications$/, '99'],
    [100, /^Home ?100 unread notifications$/, '99+'],
  ])('for %i says %s', async (count, name, shown) => {
    unread = { ...nothingUnread, own: count };
    await show();
    await waitFor(() => expect(badge()).toHaveAccessibleName(name));
    expect(badge().querySelector('[aria-hidden]')?.textContent ?? '').toBe(shown);
  });
});

describe('the dot at the bell', () => {
  it('counts an entry once, and a chat that mentions the viewer once in the title', async () => {
    unread = { ...nothingUnread, responses: 1, mentions: 2, mentioningChats: 1, notices: 1 };
    await act(async () => renderApp(<UnreadDot />));
    expect(await screen.findByText('4 unread notifications')).toBeInTheDocument();
    await waitFor(() => expect(document.title).toMatch(/^\(4\) /));
  });

  it('counts only notices and reminders while notifications are off', async () => {
    notifications.set('false');
    unread = { ...nothingUnread, responses: 1, own: 2, notices: 1 };
    await act(async () => renderApp(<UnreadDot />));
    expect(await screen.findByText('1 unread notification')).toBeInTheDocument();
  });

  it('is quiet for what is only watched', async () => {
    unread = { ...nothingUnread, hasWatched: true };
    await act(async () => renderApp(<UnreadDot />));
    expect(await screen.findByText('News in what you watch')).toBeInTheDocument();
  });
});
