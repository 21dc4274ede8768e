import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthoredPost, Passkey, Session } from '../../api/generated';
import { biographyTooLong } from '../../api/sentences';
import { landingMessage } from '../../lib/session';
import { installFakeServer, listResponse } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { AccountSettings } from './AccountSettings';
import { PrivacySettings } from './PrivacySettings';
import { Profile } from './Profile';

const fakeServer = installFakeServer();

// It has its own tests.
vi.mock('./Contributions', () => ({
  Contributions: ({ username }: { username: string }) => <p>What {username} did</p>,
}));
vi.mock('./ContributionYear', () => ({ ContributionYear: () => null }));

const time = '2026-11-21T00:00:00.000Z';
const ann = {
  _id: 'u',
  username: 'ann',
  dateJoined: time,
  biography: 'I like columns.',
  questionCount: 1,
  answerCount: 2,
};
const post = (_id: string, type: 'question' | 'answer', qid: string, title: string): AuthoredPost => ({
  _id,
  type,
  qid,
  title,
  text: `The text of ${_id}`,
  score: 3,
  answerCount: 2,
  accepted: type === 'answer',
  createdAt: time,
});
const session = (_id: string, current: boolean): Session => ({
  _id,
  createdAt: time,
  lastSeenAt: time,
  address: `192.0.2.${_id}`,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/153.0',
  signedInBy: 'password',
  current,
});

/** The data of the server, and the paths that it rejects, with their responses. */
let sessions: Session[];
let refused: Record<string, Response>;
let calls: string[];
/** Saves the pending biography when called. */
let saving: Promise<void> | undefined;
let passkeys: Passkey[];
let ways: { hasPassword: boolean; canRemovePassword: boolean };
/** The names of the users whom the viewer has blocked. */
let blocked: string[];

beforeEach(() => {
  [sessions, refused, calls] = [[session('1', true), session('2', false), session('3', false)], {}, []];
  saving = undefined;
  [passkeys, ways] = [[], { hasPassword: true, canRemovePassword: false }];
  blocked = [];
  localStorage.clear();
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fakeServer.on('* /user/*', async ({ url: path, method, body }) => {
    const refusal = Object.entries(refused).find(([begin]) => path.startsWith(begin))?.[1];
    if (method !== 'GET') calls.push(`${method} ${path}${body ? ` ${body}` : ''}`);
    if (refusal) return refusal.clone();
    if (path.startsWith('/user/endSession/')) sessions = sessions.filter(({ _id }) => !path.endsWith(`/${_id}`));
    if (path === '/user/endOtherSessions') sessions = sessions.filter(({ current }) => current);
    if (path === '/user/getApiTokens') return [];
    if (path === '/user/getPasskeys') return { passkeys, host: 'stoa.test' };
    if (path.startsWith('/user/removePasskey/')) {
      [passkeys, ways] = [[], { hasPassword: true, canRemovePassword: false }];
      return { passkeys, host: 'stoa.test' };
    }
    if (path === '/user/getSignIn')
      return { ...ways, recoveryCodes: 0, rememberedDevices: 0, needsSecondFactor: false };
    if (path === '/user/removePassword')
      return { ...ways, hasPassword: false, canRemovePassword: false, recoveryCodes: 0 };
    if (/Sessions?/.test(path)) return new Response(JSON.stringify(sessions));
    const block = path.match(/^\/user\/(block|unblock)User$/)?.[1];
    if (block) {
      const { userId } = JSON.parse(String(body));
      blocked = block === 'block' ? [...blocked, userId] : blocked.filter((name) => name !== userId);
      return { username: userId, blocked: block === 'block' };
    }
    if (path.startsWith('/user/getBlockedUsers')) {
      return new Response(JSON.stringify(blocked), { headers: { 'x-total-count': String(blocked.length) } });
    }
    if (path.startsWith('/user/getPosts/')) {
      const kind = new URLSearchParams(path.split('?')[1]).get('type');
      const posts = [
        post('a2', 'answer', 'q1', 'A title'),
        post('a1', 'answer', 'q2', 'Another'),
        post('q1', 'question', 'q1', 'A title'),
      ].filter(({ type }) => !kind || type === kind);
      return new Response(JSON.stringify(posts), { headers: { 'x-total-count': String(posts.length) } });
    }
    if (path === '/user/getBlock/ann') return { username: 'ann', blocked: blocked.includes('ann') };
    if (path === '/user/updateBiography') {
      await saving;
      return new Response(JSON.stringify({ ...ann, biography: JSON.parse(String(body)).biography }));
    }
    return new Response(JSON.stringify(ann));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, '');
});

const busy = () => new Response('The site is busy, please try again', { status: 503 });

async function show({ as = 'ann', at = '/user/ann' } = {}) {
  return renderApp([{ path: '/user/:username', element: <Profile settings={<h2>Settings</h2>} /> }], {
    address: at,
    user: { _id: as && 'v', username: as },
  });
}

/** Renders a page of the settings, whose parts may load later. */
const open = (Page: () => ReactNode) => act(async () => renderApp(<Page />, { user: { _id: 'v', username: 'ann' } }));

const user = userEvent.setup({ delay: null });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

describe('a profile', () => {
  it('links the counts of a profile to its posts, but not for a reader without a session', async () => {
    const { unmount } = await show({ as: 'ben' });
    expect(await screen.findByRole('link', { name: /questions?.*answers?/ })).toBeVisible();
    unmount();
    await show({ as: '' });
    expect(await screen.findByRole('heading', { name: 'ann' })).toBeVisible();
    expect(screen.queryByRole('link', { name: /questions?.*answers?/ })).toBeNull();
  });

  it('shows a user, their contributions and the shortcuts to every viewer', async () => {
    await show({ as: 'ben' });
    await screen.findByRole('heading', { name: 'ann', level: 1 });
    expect(headings()).toEqual(['General information', 'Questions and answers', 'Keyboard shortcuts']);
    expect(await screen.findByText('I like columns.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    const keys = within(screen.getByRole('table', { name: 'Keyboard shortcuts' })).getAllByRole('row');
    expect(keys.slice(1).map(({ textContent }) => textContent)).toEqual([
      'Ctrl+PYour profile',
      'Ctrl+HHome',
      'Ctrl+QQuestions',
      'Ctrl+MDirect Messages',
      'Ctrl+KCommunities',
    ]);
    expect(screen.getByText('What ann did')).toBeVisible();
  });

  it('shows the account forms only to the owner', async () => {
    await show();
    await screen.findByRole('heading', { name: 'ann', level: 1 });
    expect(headings()).toEqual([
      'General information',
      'Questions and answers',
      'Settings',
      'Reset Password',
      'Danger Zone',
      'Keyboard shortcuts',
    ]);
    expect(screen.getByRole('link', { name: 'All settings' })).toHaveAttribute('href', '/settings');
    expect(screen.queryByRole('button', { name: 'Block' })).toBeNull();
  });

  it('has the rest of what is the owner’s own in the settings', async () => {
    const { unmount } = await open(AccountSettings);
    await screen.findByText('this browser');
    expect(headings()).toEqual(['Reset Password', 'Passkeys', 'Two-factor login', 'Sessions', 'Danger Zone']);
    unmount();
    await open(PrivacySettings);
    await screen.findByText(/You have blocked nobody/);
    await screen.findByRole('heading', { name: 'Your reports' });
    expect(headings()).toEqual(['Blocked users', 'Your reports', 'Your data']);
    expect(screen.getByRole('link', { name: 'Download your data' })).toHaveAttribute('href', '/user/getData');
  });

  it('loads further posts by a button only, so that what is below them can be reached', async () => {
    fakeServer.on('GET /user/getPosts/ann', () =>
      listResponse([post('q1', 'question', 'q1', 'A title')], {
        link: '</user/getPosts/ann?after=q1>; rel="next"',
      }),
    );
    await show();
    expect(await screen.findByRole('button', { name: 'Load more' })).toBeVisible();
  });

  it('says at the top since when the user is a member and how much they wrote', async () => {
    await show();
    expect(await screen.findByText('Member since November 2026')).toBeVisible();
    expect(screen.getByRole('link', { name: '1 question · 2 answers' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Message/ }), 'nobody writes to themselves').toBeNull();
  });

  it('shows the reputation, unless the site does without it', async () => {
    fakeServer.on('GET /user/getUser/ann', () => ({ ...ann, reputation: 35 }));
    const page = await show({ as: 'ben' });
    expect(await screen.findByText('35 reputation')).toBeVisible();
    page.unmount();
    fakeServer.on('GET /user/getUser/ann', () => ann);
    await show({ as: 'ben' });
    await screen.findByText('Member since November 2026');
    expect(screen.queryByText(/reputation/)).toBeNull();
  });

  it('shows the badges with what each is for', async () => {
    fakeServer.on('GET /badge/getBadges/ann', () => [{ _id: 'b', badge: 'solved', awardedAt: time }]);
    await show({ as: 'ben' });
    const badges = await screen.findByRole('region', { name: 'Badges' });
    expect(badges).toHaveTextContent('SolvedAccepted an answer of another member.');
  });

  it('opens the chat with the user by one click', async () => {
    const sent: unknown[] = [];
    fakeServer.on('POST /chat/createChat', async ({ body }) => {
      sent.push(JSON.parse(String(body)));
      return { _id: 'c7' };
    });
    const { router } = await show({ as: 'ben' });
    await user.click(await screen.findByRole('button', { name: 'Message ann' }));
    await waitFor(() => expect(router.state.location.search).toBe('?chat=c7'));
    expect(router.state.location.pathname).toBe('/messaging/direct-message');
    expect(sent).toEqual([{ participants: ['ben', 'ann'], messages: [] }]);
  });

  it('says why no chat can be opened', async () => {
    fakeServer.on('POST /chat/createChat', async () => new Response('You cannot write to this user', { status: 403 }));
    await show({ as: 'ben' });
    await user.click(await screen.findByRole('button', { name: 'Message ann' }));
    expect(await screen.findByText('You cannot write to this user')).toBeVisible();
  });

  it('lists the questions and answers, each title once', async () => {
    await show({ as: 'ben' });
    expect(await screen.findByText('The text of a2')).toBeVisible();
    const titles = () => screen.getAllByText(/^(?:A title|Another|the same question)$/).map((link) => link.textContent);
    expect(titles()).toEqual(['A title', 'Another', 'the same question']);
    expect(screen.getByRole('link', { name: 'Another' })).toHaveAttribute('href', '/question/q2#a1');
    await user.click(button('Questions'));
    await waitFor(() => expect(titles()).toEqual(['A title']));
    expect(screen.getByRole('link', { name: 'A title' })).toHaveAttribute('href', '/question/q1');
  });

  it('shows that a user does not exist or cannot be fetched', async () => {
    refused['/user/getUser/'] = new Response('No user', { status: 404 });
    await show();
    expect(await screen.findByText('No user data found. Make sure the username parameter is correct.')).toBeVisible();
    refused['/user/getUser/'] = busy();
    await show();
    expect(await screen.findByText('Error fetching user profile')).toBeVisible();
  });
});

describe('blocking', () => {
  it('asks first, and can be ended on the profile', async () => {
    await show({ as: 'ben' });
    await user.click(await screen.findByRole('button', { name: 'Block' }));
    const dialog = screen.getByRole('dialog', { name: 'Block ann?' });
    expect(blocked).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Block' }));
    await user.click(await screen.findByRole('button', { name: 'Unblock' }));
    expect(await screen.findByRole('button', { name: 'Block' })).toBeVisible();
    expect(calls).toEqual(['POST /user/blockUser {"userId":"ann"}', 'POST /user/unblockUser {"userId":"ann"}']);
  });

  it('shows why the server rejects it', async () => {
    refused['/user/blockUser'] = new Response('You cannot block more than 1000 users', { status: 409 });
    await show({ as: 'ben' });
    await user.click(await screen.findByRole('button', { name: 'Block' }));
    const dialog = screen.getByRole('dialog', { name: 'Block ann?' });
    await user.click(within(dialog).getByRole('button', { name: 'Block' }));
    expect(await within(dialog).findByText('You cannot block more than 1000 users')).toBeVisible();
  });

  it('lists the blocked users for the owner, who unblocks one', async () => {
    blocked = ['ben', 'eve'];
    await open(PrivacySettings);
    await user.click(await screen.findByRole('button', { name: 'Unblock eve' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'eve' })).toBeNull());
    expect(screen.getByRole('link', { name: 'ben' })).toHaveAttribute('href', '/user/ben');
    await user.click(screen.getByRole('button', { name: 'Unblock ben' }));
    expect(await screen.findByText(/You have blocked nobody/)).toBeVisible();
  });
});

describe('the biography', () => {
  it('is edited, and says whether it was saved', async () => {
    await show();
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    fireEvent.change(screen.getByLabelText('Biography'), { target: { value: 'I like columns. And marble.' } });
    await user.click(button('Cancel'));
    expect(screen.getByText('I like columns.')).toBeVisible();
    await user.click(button('Edit'));
    fireEvent.change(screen.getByLabelText('Biography'), { target: { value: 'I like columns. And stone.' } });
    refused['/user/updateBiography'] = busy();
    await user.click(button('Save'));
    expect(await screen.findByText('Failed to update biography.')).toBeVisible();
    expect(screen.getByLabelText('Biography'), 'which is kept').toHaveValue('I like columns. And stone.');
    refused = {};
    await user.click(button('Save'));
    expect(await screen.findByText('Biography updated!')).toBeVisible();
    expect(screen.queryByText('Failed to update biography.')).toBeNull();
    expect(calls.at(-1)).toBe(
      'PATCH /user/updateBiography {"username":"ann","biography":"I like columns. And stone."}',
    );
    expect(screen.getByText('I like columns. And stone.')).toBeVisible();
  });

  it('takes pictures, and reserves their place when it is shown', async () => {
    fakeServer.on('GET /user/getUser/ann', () => ({
      ...ann,
      biography: '![marble](/media/0000000000001)',
      pictures: [{ _id: '0000000000001', width: 80, height: 60 }],
    }));
    await show();
    const picture = await screen.findByRole('img', { name: 'marble' });
    expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['80', '60']);
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    expect(button('Add a picture')).toBeVisible();
  });

  it('is kept as a draft until it is saved', async () => {
    const page = await show();
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await user.type(screen.getByLabelText('Biography'), ' And marble.');
    page.unmount();
    const again = await show();
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    expect(screen.getByLabelText('Biography')).toHaveValue('I like columns. And marble.');
    expect(screen.getByText(/^Draft restored/)).toBeVisible();
    await user.click(button('Cancel'));
    again.unmount();
    await show();
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    expect(screen.getByLabelText('Biography')).toHaveValue('I like columns.');
  });

  it('is read-only while it is saved, and updates the user in any case of the name', async () => {
    let save = () => {};
    saving = new Promise((resolve) => {
      save = resolve;
    });
    await show({ at: '/user/ANN' });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await user.type(screen.getByLabelText('Biography'), ' And marble.');
    await user.click(button('Save'));
    await user.type(screen.getByLabelText('Biography'), ' Lost?');
    save();
    expect(await screen.findByText('Biography updated!')).toBeVisible();
    expect(screen.getByText('I like columns. And marble.')).toBeVisible();
    expect(calls).toHaveLength(1);
  });

  it('is rejected if it is too long', async () => {
    await show();
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    // Two UTF-16 units, one character.
    const text = '🏛'.repeat(2000);
    fireEvent.change(screen.getByLabelText('Biography'), { target: { value: '' } });
    await user.click(screen.getByLabelText('Biography'));
    await user.paste(text);
    expect(screen.getByLabelText('Biography')).toHaveValue(text);
    refused['/user/updateBiography'] = new Response(biographyTooLong, { status: 400 });
    await user.click(button('Save'));
    expect(await screen.findByText('Failed to update biography.')).toBeVisible();
    expect(screen.getByText(biographyTooLong)).toBeVisible();
  });

  it('has the focus while it is edited, and gives it back', async () => {
    await show();
    for (const end of ['Cancel', 'Save']) {
      await user.click(await screen.findByRole('button', { name: 'Edit' }));
      expect(screen.getByLabelText('Biography')).toHaveFocus();
      await user.click(button(end));
      await waitFor(() => expect(button('Edit')).toHaveFocus());
    }
  });
});

describe('sessions', () => {
  const listed = () => screen.getAllByText(/^192\.0\.2\./).map(({ textContent }) => textContent?.slice(0, 9));

  it('are listed, and can be ended', async () => {
    await open(AccountSettings);
    await screen.findByText('this browser');
    expect(listed()).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.3']);
    expect(screen.queryByRole('button', { name: /192\.0\.2\.1$/ }), 'the header logs this one out').toBeNull();
    await user.click(button('Log out: Firefox on Linux, 192.0.2.2'));
    expect(await screen.findByText('That session has ended.')).toBeVisible();
    expect(calls).toEqual(['DELETE /user/endSession/2']);
    expect(listed()).toEqual(['192.0.2.1', '192.0.2.3']);
  });

  it('elsewhere are ended together', async () => {
    await open(AccountSettings);
    await user.click(await screen.findByRole('button', { name: 'Log out everywhere else' }));
    expect(await screen.findByText('You are logged out everywhere else.')).toBeVisible();
    expect(listed()).toEqual(['192.0.2.1']);
    expect(screen.queryByRole('button', { name: 'Log out everywhere else' })).toBeNull();
  });

  it('that could not be ended stay', async () => {
    await open(AccountSettings);
    refused['/user/endOtherSessions'] = busy();
    await user.click(await screen.findByRole('button', { name: 'Log out everywhere else' }));
    expect(await screen.findByText('Error while ending a session')).toBeVisible();
    expect(listed()).toHaveLength(3);
  });
});

it('leads from a former name to the name of now', async () => {
  const { router } = await show({ as: 'ben', at: '/user/annabel' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/user/ann'));
});

describe('the danger zone', () => {
  it('asks, and says when it failed', async () => {
    await show();
    await user.click(await screen.findByRole('button', { name: 'Delete This User' }));
    const dialog = screen.getByRole('dialog', { name: 'Delete ann?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(calls).toEqual([]);
    refused['/user/deleteUser/'] = busy();
    await user.click(button('Delete This User'));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete user.')).toBeVisible();
    expect(landingMessage()).toBeUndefined();
  });

  it('deletes, and says so on the landing page', async () => {
    await show();
    await user.click(await screen.findByRole('button', { name: 'Delete This User' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(landingMessage()).toBe('User "ann" deleted successfully.'));
    expect(calls).toEqual(['DELETE /user/deleteUser/ann {"posts":"keep"}']);
  });

  it('removes the posts if the owner chooses that', async () => {
    await show();
    await user.click(await screen.findByRole('button', { name: 'Delete This User' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByRole('radio', { name: 'Keep my posts without my name' })).toBeChecked();
    await user.click(dialog.getByRole('radio', { name: /^Remove them/ }));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(calls).toEqual(['DELETE /user/deleteUser/ann {"posts":"remove"}']));
  });
});

describe('the password', () => {
  const reset = async (password: string, confirmation: string) => {
    fireEvent.change(screen.getByLabelText('New Password'), { target: { value: password } });
    fireEvent.change(screen.getByLabelText('Confirm New Password'), { target: { value: confirmation } });
    await user.click(button('Reset Password'));
  };

  it('is reset when both are there and alike', async () => {
    await open(AccountSettings);
    await screen.findByLabelText('New Password');
    await reset('', '');
    expect(screen.getByText('Please enter and confirm your new password.')).toBeVisible();
    await reset('colonnade', 'colonnades');
    expect(screen.getByText('Passwords do not match.')).toBeVisible();
    expect(calls).toEqual([]);
    refused['/user/resetPassword'] = busy();
    await reset('colonnade', 'colonnade');
    expect(await screen.findByText('Failed to reset password.')).toBeVisible();
    sessions = [session('1', true)];
    refused = {};
    await reset('colonnade', 'colonnade');
    expect(await screen.findByText('Password reset successful!')).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/^192\.0\.2\.2/)).toBeNull());
  });

  it('is removed, if there is another way to log in', async () => {
    ways.canRemovePassword = true;
    await open(AccountSettings);
    await user.click(await screen.findByRole('button', { name: 'Remove the password' }));
    expect(await screen.findByText('You have no password any more.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Set a password' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove the password' })).toBeNull();
  });

  it('can be removed no longer after the last passkey', async () => {
    passkeys = [
      { _id: 'p', name: 'Laptop', createdAt: '2026-11-21T00:00:00.000Z', isSynced: false, host: 'stoa.test' },
    ];
    ways.canRemovePassword = true;
    await open(AccountSettings);
    await screen.findByRole('button', { name: 'Remove the password' });
    await user.click(await screen.findByRole('button', { name: 'Remove: Laptop' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove the password' })).toBeNull());
  });

  it('that is the only way to log in cannot be removed', async () => {
    await open(AccountSettings);
    await screen.findByRole('button', { name: 'Turn on two-factor login' });
    expect(screen.queryByRole('button', { name: 'Remove the password' })).toBeNull();
  });
});
