import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AdminLogEntry, AdminUserView, Health, Invitation, Removal, SessionInfo } from '../../api/generated';
import { momentOf } from '../../lib/dates';
import { routes } from '../../lib/routes';
import { site } from '../../lib/site';
import { installFakeServer } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import AdministrationPage from './AdministrationPage';

const fakeServer = installFakeServer();

const time = '2026-11-21T12:00:00.000Z';
const account = (username: string): AdminUserView => ({
  _id: username,
  username,
  role: 'user',
  dateJoined: time,
  sessions: 1,
});
const removal: Removal = {
  _id: 'r',
  type: 'answer',
  qid: 'q',
  title: 'Why?',
  text: 'Buy *this*',
  author: 'ben',
  removedBy: 'root1',
  removedAt: time,
  reason: 'spam',
};
const signIn: SessionInfo = {
  username: 'ben',
  session: {
    _id: 's',
    createdAt: time,
    lastSeenAt: time,
    address: '10.0.0.7',
    userAgent: 'Firefox/1 Linux',
    signedInBy: 'password',
    current: false,
  },
};

const invitation: Invitation = {
  _id: 'i',
  note: 'Ben of the library',
  createdBy: 'root1',
  createdAt: time,
  expiresAt: '2026-11-28T12:00:00.000Z',
};

/** The data of the server and the recorded mutating calls. A refusal is the response to them. */
let lists: Record<string, unknown>;
let calls: string[];
let refusal: string | null;

beforeEach(() => {
  const backups = [
    { name: 'stoa-2.tar.zst', bytes: 1_540_000, content: { createdAt: time, schema: 18, users: 2 } },
    { name: 'stoa-1.tar.zst', bytes: 12 },
  ];
  const health = {
    version: '0.1.0',
    schema: 18,
    startedAt: time,
    databaseBytes: 2_500_000,
    logBytes: 999,
    freeBytes: 5e9,
    storedBytes: 2_400_000,
    storageLimit: 3_000_000,
    room: 'enough',
    backupsReadable: true,
    backupSchedule: '03:30',
  };
  lists = {
    getUsers: [{ ...account('root1'), role: 'administrator' }, account('ben'), { ...account('cem'), disabledAt: time }],
    getCommunities: [
      { _id: 'c', name: 'Columns', visibility: 'private', owner: 'ben', memberCount: 2, createdAt: time },
      {
        _id: 'd',
        name: 'Doors',
        visibility: 'public',
        memberCount: 0,
        questionCount: 1,
        createdAt: time,
        archivedAt: time,
      },
    ],
    getSessions: [signIn, { username: 'root1', session: { ...signIn.session, _id: 't', current: true } }],
    getRemovals: [removal],
    getInvitations: [],
    getBackups: backups,
    getSignups: { waiting: 0 },
    getBulkRemovals: [],
    getHealth: { ...health, lastBackup: backups[0] },
  };
  [calls, refusal] = [[], null];
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  HTMLElement.prototype.hidePopover = () => undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  fakeServer.on('* /administration/*', async ({ url: path, method, body }) => {
    if (refusal) return new Response(refusal, { status: 409 });
    const name = /^\/administration\/(\w+)/.exec(path)?.[1] ?? '';
    if (method === 'GET') return new Response(JSON.stringify(lists[name]));
    calls.push(`${method} ${path} ${body}`);
    const replies: Record<string, unknown> = {
      resetSignIn: { username: 'ben', token: 'a+token', expiresAt: '2026-11-25T10:00:00.000Z' },
      createInvitation: { invitation, token: 'a+token' },
    };
    return new Response(JSON.stringify(replies[name] ?? { name: 'stoa-3.tar.zst' }));
  });
});
afterEach(() => {
  site.signup = 'open';
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const user = userEvent.setup();

function show(address = '/administration', isAdministrator = true) {
  const pages = [{ path: routes.administration.pattern, element: <AdministrationPage /> }, { path: '*' }];
  const { router } = renderApp(pages, { address: address, user: { username: 'root1', isAdministrator } });
  return router;
}

const item = async (name: string) => (await screen.findByRole('link', { name })).closest('li') as HTMLElement;
/** Chooses an action in an item's menu, which jsdom cannot open, and confirms it. */
async function choose(within_: HTMLElement, label: string, confirm = label) {
  await user.click(within(within_).getByRole('button', { name: label, hidden: true }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: confirm }));
}

it('is only for administrators', () => {
  show('/administration', false);
  expect(screen.getByRole('heading', { name: 'Only administrators can do this' })).toBeVisible();
});

it('says what the site does not have, and not that administrators may not see it', () => {
  site.features.mail = false;
  show('/administration/deliveries');
  expect(screen.getByRole('heading', { name: 'Mail is not set up on this site' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Settings of the site' })).toHaveAttribute(
    'href',
    '/administration/settings',
  );
  cleanup();
  site.features.pictures = false;
  show('/administration/pictures');
  expect(screen.getByRole('heading', { name: 'Pictures are turned off on this site' })).toBeVisible();
  expect(screen.queryByText('Only administrators can do this')).toBeNull();
});

it('shows moderators of the site only the removed posts', async () => {
  const pages = [{ path: routes.administration.pattern, element: <AdministrationPage /> }, { path: '*' }];
  renderApp(pages, { address: '/administration/removed', user: { username: 'max1', isSiteModerator: true } });
  expect(await screen.findByRole('link', { name: 'Removed posts' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Users' })).toBeNull();
});

it('has nothing where it has no part', () => {
  show('/administration/nonesuch');
  expect(screen.getByRole('link', { name: 'Go back' })).toHaveAttribute('href', '/administration');
});

it('disables, enables, promotes and demotes others after asking', async () => {
  show();
  const ben = await item('ben');
  expect(within(await item('root1')).getByText('Administrator')).toBeVisible();
  expect(within(await item('root1')).queryByRole('button', { hidden: true })).toBeNull();
  expect(within(await item('cem')).getByText('Disabled')).toBeVisible();
  await user.click(within(ben).getByRole('button', { name: 'Disable', hidden: true }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  expect(calls).toEqual([]);
  await choose(ben, 'Disable');
  await choose(await item('cem'), 'Enable');
  await choose(await item('ben'), 'Make administrator');
  expect(calls).toEqual([
    'POST /administration/disableUser {"userId":"ben"}',
    'POST /administration/enableUser {"userId":"cem"}',
    'POST /administration/promoteUser {"userId":"ben"}',
  ]);
});

it('says why something was not done', async () => {
  show();
  const ben = await item('ben');
  refusal = 'Without this account the site would have no administrator';
  await choose(ben, 'Disable');
  expect(await within(screen.getByRole('dialog')).findByText(refusal)).toBeVisible();
});

it('shows the link of a reset login once', async () => {
  show();
  await choose(await item('ben'), 'Reset login');
  expect(await screen.findByLabelText('Link for ben')).toHaveValue(`${location.origin}/reset#token=a%2Btoken`);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByLabelText('Link for ben')).toBeNull());
});

it('searches and filters by the address', async () => {
  const router = show();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Show' }), 'Disabled');
  expect(router.state.location.search).toBe('?show=disabled');
  await user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'ce');
  await waitFor(() => expect(router.state.location.search).toBe('?show=disabled&search=ce'));
});

it('offers invitations also on an open site, where they count in no limit, and none on a closed one', async () => {
  show();
  expect(await screen.findByRole('button', { name: 'Invite' })).toBeVisible();
  cleanup();
  site.signup = 'closed';
  show();
  await item('ben');
  expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Open invitations' })).toBeNull();
});

it('creates an invitation link and shows it once', async () => {
  site.signup = 'invite';
  show();
  await user.click(await screen.findByRole('button', { name: 'Invite' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  expect(screen.getByLabelText('Recipient')).toHaveFocus();
  // Administrators must not see the content of private communities.
  expect(screen.getByLabelText('Recipient')).toHaveAccessibleDescription(/can read it in the data of their account/);
  await user.type(screen.getByLabelText('Recipient'), 'Ben');
  await user.selectOptions(screen.getByLabelText('Valid for'), '30 days');
  refusal = 'Note cannot be more than 100 characters';
  await user.click(screen.getByRole('button', { name: 'Create link' }));
  expect(await screen.findByText(refusal)).toBeVisible();
  refusal = null;
  await user.click(screen.getByRole('button', { name: 'Create link' }));
  const dialog = await screen.findByRole('dialog', { name: 'The invitation for Ben of the library' });
  const link = within(dialog).getByLabelText('Link for one person');
  expect(link).toHaveValue(`${location.origin}/signup#invitation=a%2Btoken`);
  expect(calls).toEqual(['POST /administration/createInvitation {"note":"Ben","days":30}']);
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByDisplayValue(/invitation=/)).toBeNull());
  expect(screen.getByRole('button', { name: 'Invite' })).toBeVisible();
});

it('lists the open invitations, and revokes one', async () => {
  site.signup = 'invite';
  lists.getInvitations = [invitation, { ...invitation, _id: 'j', note: '', createdBy: undefined }];
  show();
  const open = await screen.findByRole('region', { name: 'Open invitations' });
  const made = (await within(open).findByText('Ben of the library')).closest('li') as HTMLElement;
  expect(made).toHaveTextContent('Created by root1');
  expect(within(open).getByText('anyone').closest('li')).toHaveTextContent('Created by the command line');
  lists.getInvitations = [];
  await user.click(screen.getByRole('button', { name: /^Revoke the invitation for Ben of the library/ }));
  expect(await within(open).findByText('No open invitations')).toBeVisible();
  expect(calls).toEqual(['DELETE /administration/revokeInvitation/i null']);
});

it('distinguishes the buttons of invitations without a note', async () => {
  site.signup = 'invite';
  const ends = ['2026-11-28T12:00:00.000Z', '2026-12-21T12:00:00.000Z'];
  lists.getInvitations = ends.map((expiresAt, index) => ({ ...invitation, _id: `${index}`, note: '', expiresAt }));
  show();
  const open = await screen.findByRole('region', { name: 'Open invitations' });
  for (const end of ends) {
    const name = `Revoke the invitation for anyone, valid until ${momentOf(end)}`;
    expect(await within(open).findByRole('button', { name })).toBeVisible();
  }
});

it('does not show invitations in search results', async () => {
  site.signup = 'invite';
  show('/administration?search=b');
  await item('ben');
  expect(screen.queryByRole('region', { name: 'Open invitations' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Invite' })).toBeVisible();
});

it('shows communities and archives them', async () => {
  show('/administration/communities');
  const columns = await item('Columns');
  expect(columns).toHaveTextContent('Private');
  expect(columns).toHaveTextContent('Owned by ben · 2 members');
  expect(columns).not.toHaveTextContent('question');
  const doors = await item('Doors');
  expect(doors).toHaveTextContent('ArchivedWithout an owner · 0 members · 1 question');
  await choose(columns, 'Archive');
  await choose(await item('Doors'), 'Unarchive');
  expect(calls.map((call) => call.split(' ')[1])).toEqual([
    '/administration/archiveCommunity/c',
    '/administration/unarchiveCommunity/d',
  ]);
});

it('ends the sessions of others', async () => {
  show('/administration/sign-ins');
  expect(await screen.findByText('this browser')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Log out: ben, Firefox on Linux, 10.0.0.7' }));
  expect(calls).toEqual(['DELETE /administration/endSession/s null']);
});

it('lists removed posts and restores one', async () => {
  show('/administration/removed');
  const removed = (await screen.findByText('spam')).closest('li') as HTMLElement;
  expect(removed).toHaveTextContent('Answer to Why?');
  lists.getRemovals = [];
  await user.click(within(removed).getByRole('button', { name: 'Restore the answer by ben' }));
  expect(await screen.findByRole('heading', { name: 'No removed posts' })).toBeVisible();
  expect(calls).toEqual(['POST /administration/restorePost {"id":"r"}']);
});

it('says who disabled an account and archived a community', async () => {
  lists.getUsers = [
    { ...account('ben'), disabledAt: time, disabledBy: 'root1' },
    { ...account('cem'), disabledAt: time, disabledBy: '' },
  ];
  show();
  expect(await item('ben')).toHaveTextContent(/disabled .* by root1/);
  expect(await item('cem')).toHaveTextContent(/disabled .* by the operator/);
});

it('deletes an account with or without its posts after asking', async () => {
  show();
  const ben = await item('ben');
  await user.click(within(ben).getByRole('button', { name: 'Delete with posts', hidden: true }));
  const dialog = screen.getByRole('dialog', { name: 'Delete ben and all posts?' });
  expect(dialog).toHaveTextContent(/the answers of others to them/);
  await user.click(within(dialog).getByRole('button', { name: 'Delete with posts' }));
  await choose(await item('ben'), 'Delete');
  expect(calls).toEqual([
    'POST /administration/deleteUser {"userId":"ben","withPosts":true}',
    'POST /administration/deleteUser {"userId":"ben","withPosts":false}',
  ]);
});

it('renames and merges an account, with the name that is typed', async () => {
  show();
  const act = async (label: string, field: string, confirm: string, name: string) => {
    await user.click(within(await item('ben')).getByRole('button', { name: label, hidden: true }));
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.change(dialog.getByLabelText(field), { target: { value: ` ${name} ` } });
    await user.click(dialog.getByRole('button', { name: confirm }));
  };
  await act('Rename', 'New name', 'Rename', 'benedict');
  await act('Merge into another account', 'Name of the other account', 'Merge for good', 'cem');
  expect(calls).toEqual([
    'POST /administration/renameUser {"userId":"ben","newUsername":"benedict"}',
    'POST /administration/mergeUser {"userId":"ben","intoUserId":"cem"}',
  ]);
});

it('shows the log: who did what to whom, and why', async () => {
  const entry = (change: Partial<AdminLogEntry>): AdminLogEntry => ({
    _id: String(Math.random()),
    loggedAt: time,
    actorId: 'r',
    actor: 'root1',
    action: 'disable',
    targetKind: 'user',
    targetId: 'b',
    target: 'ben',
    detail: '',
    ...change,
  });
  lists.getLog = [
    entry({}),
    entry({ action: 'remove-post', targetKind: 'answer', target: 'Why?', detail: 'spam' }),
    entry({ action: 'remove-message', targetKind: 'message' }),
    entry({ action: 'delete-user', detail: 'with posts' }),
    entry({ actorId: undefined, actor: 'erik', action: 'end-sessions', targetKind: 'site', target: '' }),
    entry({ actorId: undefined, actor: '', action: 'create-user', detail: 'administrator' }),
    entry({ action: 'invite', targetKind: 'invitation', target: '' }),
    entry({ action: 'remove-new-users', targetKind: 'site', target: '', detail: '2 users: bots' }),
    entry({ action: 'open-flagged', targetKind: 'message' }),
    entry({ action: 'open-flagged', targetKind: 'comment', target: '' }),
    entry({ action: 'decide-flag', targetKind: 'picture', detail: 'uphold: rude' }),
    entry({ action: 'lift-sanction', detail: 'silence' }),
    entry({ action: 'merge-question', targetKind: 'question', target: 'Why?', detail: 'the same' }),
  ];
  show('/administration/log');
  const region = await screen.findByRole('region', { name: 'Log' });
  await within(region).findAllByRole('listitem');
  const lines = within(region)
    .getAllByRole('listitem')
    .map((line) => line.textContent?.split('Nov')[0]?.replace(/\s+/g, ' '));
  expect(lines).toEqual([
    'root1 disabled ben',
    'root1 removed an answer to Why?Reason: spam',
    'root1 removed a message by ben',
    'root1 deleted the user ben with posts',
    'The operator (erik) ended all sessions of all users',
    'The operator created the user ben, an administrator',
    'root1 invited anyone',
    'root1 removed new accounts: 2 users: bots',
    'root1 opened, to decide about it, a message by ben',
    'root1 opened, to decide about it, a comment ',
    'root1 decided about a picture of benUpheldReason: rude',
    'root1 lifted the silence of ben',
    'root1 merged the question Why? into another questionReason: the same',
  ]);
});

it("shows the server's health, and errors", async () => {
  show('/administration/health');
  expect(await screen.findByText('2.5 MB')).toBeVisible();
  expect(screen.getByText('5.0 GB')).toBeVisible();
  expect(screen.getByText('999 bytes')).toBeVisible();
});

it('warns administrators on every page when there is little room', async () => {
  show('/administration/health');
  expect(await screen.findByText('2.4 MB of 3.0 MB')).toBeVisible();
  expect(screen.queryByText(/room left/)).toBeNull();
  for (const [room, warning] of [
    ['little', /little room left/],
    ['no', /no room left: it refuses new texts/],
  ] as const) {
    cleanup();
    lists.getHealth = { ...(lists.getHealth as Health), room };
    show('/administration');
    expect(await screen.findByText(warning)).toBeVisible();
  }
});

it('says so where the backups are not known', async () => {
  lists.getHealth = { ...(lists.getHealth as Health), lastBackup: undefined, backupsReadable: false };
  show('/administration/health');
  expect(await screen.findByText(/the backup directory cannot be read/)).toBeVisible();
  expect(screen.getByText('5.0 GB')).toBeVisible();
});

it('creates a backup, and lists unreadable ones too', async () => {
  show('/administration/backups');
  expect((await screen.findByText('stoa-1.tar.zst')).closest('li')).toHaveTextContent('12 bytes · cannot be read');
  expect(screen.getByText('stoa-2.tar.zst').closest('li')).toHaveTextContent(/· 2 users$/);
  await user.click(screen.getByRole('button', { name: 'Back up now' }));
  expect(await screen.findByText('Backed up and checked: stoa-3.tar.zst')).toBeVisible();
  refusal = 'A backup is already running';
  await user.click(screen.getByRole('button', { name: 'Back up now' }));
  expect(await screen.findByText(refusal)).toBeVisible();
});

it('says when nothing can be fetched', async () => {
  refusal = 'The site is busy';
  show();
  expect(await screen.findByText('Error when fetching the users')).toBeVisible();
});

it.each([
  ['03:30', 'A backup is made every day at 03:30 UTC.'],
  ['6h', 'A backup is made every 6h.'],
  ['', 'No backup is made by itself: set backup.schedule in the configuration of the server.'],
])('says when backups are made: "%s"', async (backupSchedule, text) => {
  lists.getHealth = { ...(lists.getHealth as Health), backupSchedule };
  show('/administration/backups');
  await waitFor(() => expect(screen.getByRole('region', { name: 'Backups' })).toHaveTextContent(text));
});

it.each([
  [{ hasBaseUrl: true }, 'configured'],
  [{ hasBaseUrl: false, missingBaseUrl: 'https://qa.example.org' }, 'base_url = "https://qa.example.org"'],
  [{ hasBaseUrl: false }, 'base_url = "https://example.org"'],
])('says what to do about the address of the site: %j', async (address, text) => {
  const { missingBaseUrl: _, ...others } = lists.getHealth as Health;
  lists.getHealth = { ...others, ...address };
  show('/administration/health');
  await waitFor(() => expect(screen.getByRole('region', { name: 'Health' })).toHaveTextContent(text));
});
