import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { SuspensionAppealState } from '../../api/generated';
import { usernameInvalid } from '../../api/sentences';
import { LoginContext } from '../../lib/session';
import { site } from '../../lib/site';
import { installFakeServer } from '../../testing/fakeServer';
import { AuthPage } from './AuthPage';

const fakeServer = installFakeServer();

const answer = (status: number, body: string) => vi.fn(async () => new Response(body, { status }));

/** Renders the form at `path` against a server with this handler. */
function show(path: string, fetch: ReturnType<typeof answer>) {
  history.replaceState(null, '', path);
  fakeServer.on(['POST /user/login', 'POST /user/signup'], fetch);
  const onSignedIn = vi.fn();
  render(
    <LoginContext value={onSignedIn}>
      <AuthPage />
    </LoginContext>,
  );
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
  return { onSignedIn, submit, type };
}

const typed = (status: number, type: string, body: string) =>
  vi.fn(async () => new Response(body, { status, headers: { 'content-type': type } }));

const line = () => screen.getByRole('alert').textContent;

afterEach(() => {
  [site.signup, site.signupProof] = ['open', false];
  site.features.mail = false;
  site.publicReading = false;
});

it('asks for both a username and a password before it asks the server', async () => {
  const fetch = answer(200, '{}');
  const { submit, type } = show('/', fetch);
  await submit();
  expect(line()).toBe('Please enter a username and password');
  await type('Username', '   ');
  await type('Password', 'secret');
  await submit();
  expect(line()).toBe('Please enter a username and password');
  expect(fetch).not.toHaveBeenCalled();
});

it('leaves the username as it is typed', async () => {
  const { type } = show('/', answer(200, '{}'));
  await type('Username', ' ann b');
  expect(screen.getByLabelText('Username')).toHaveValue(' ann b');
});

it('sends the username trimmed and the password as it was typed', async () => {
  const fetch = answer(200, '{}');
  const { onSignedIn, submit, type } = show('/', fetch);
  await type('Username', ' ann ');
  await type('Password', ' se cret ');
  await submit();
  expect(onSignedIn).toHaveBeenCalledOnce();
  const body = JSON.stringify({ username: 'ann', password: ' se cret ' });
  expect(fetch).toHaveBeenCalledWith(expect.objectContaining({ url: '/user/login', method: 'POST', body }));
});

it.each([
  ['/', 'application/json', '{"error":"locked"}', 'Error while logging in: {"error":"locked"}'],
  ['/', 'text/html', '<b>locked</b>', 'Error while logging in: <b>locked</b>'],
  ['/', '', 'locked', 'Error while logging in: locked'],
  ['/', 'text/plain', '', 'Error while logging in'],
  ['/signup', 'application/json', '"taken"', 'Error while signing up: "taken"'],
])('at %s echoes a body of the type "%s": %s', async (path, contentType, body, text) => {
  const { submit, type } = show(path, typed(403, contentType, body));
  await type('Username', 'ann');
  await type('Password', 'secret');
  if (path === '/signup') await type('Confirm Password', 'secret');
  await submit();
  expect(line()).toBe(text);
});

it('takes the page of a proxy for no response', async () => {
  const { submit, type } = show('/', typed(502, 'text/html', '<h1>Bad Gateway</h1>'));
  await type('Username', 'ann');
  await type('Password', 'secret');
  await submit();
  expect(line()).toBe('Error while logging in');
});

it('requires the same password twice for a sign-up', async () => {
  const fetch = answer(200, '{}');
  const { submit, type } = show('/signup', fetch);
  await type('Username', 'ann');
  await type('Password', 'secret');
  await type('Confirm Password', 'secreT');
  await submit();
  expect(line()).toBe('Passwords do not match');
  expect(fetch).not.toHaveBeenCalled();
});

it.each([
  ['/', 'Error while logging in: Invalid username or password', answer(401, 'Invalid username or password')],
  ['/signup', 'Error while signing up: Username already taken', answer(409, 'Username already taken')],
])('at %s says what the server said, and can be sent again', async (path, text, fetch) => {
  const { onSignedIn, submit, type } = show(path, fetch);
  await type('Username', 'ann');
  await type('Password', 'secret');
  if (path === '/signup') await type('Confirm Password', 'secret');
  await submit();
  expect(line()).toBe(text);
  await submit();
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(onSignedIn).not.toHaveBeenCalled();
});

it('says less when there was no answer', async () => {
  const { submit, type } = show(
    '/',
    vi.fn(async () => {
      throw new TypeError('no network');
    }),
  );
  await type('Username', 'ann');
  await type('Password', 'secret');
  await submit();
  expect(line()).toBe('Error while logging in');
});

const link = (name: RegExp) => screen.queryByRole('link', { name });
const toSignUp = /Sign up here/;

it('sends the invitation of the link, which it does not show', async () => {
  site.signup = 'invite';
  const fetch = answer(403, 'This invitation is not valid');
  const { submit, type } = show('/signup#invitation=se%2Bcret', fetch);
  expect(screen.getByText('You are invited. Please sign up to continue.')).toBeVisible();
  await type('Username', 'ann');
  await type('Password', 'secret');
  await type('Confirm Password', 'secret');
  await submit();
  const body = JSON.stringify({ username: 'ann', password: 'secret', invitation: 'se+cret' });
  expect(fetch).toHaveBeenCalledWith(expect.objectContaining({ url: '/user/signup', body }));
  expect(line()).toBe('Error while signing up: This invitation is not valid');
  expect(screen.queryByDisplayValue('se+cret')).toBeNull();
});

it('keeps the invitation when the user opens the login first', async () => {
  site.signup = 'invite';
  show('/signup#invitation=secret', answer(200, '{}'));
  await userEvent.click(screen.getByRole('link', { name: 'Have an account? Login here.' }));
  expect(location.pathname).toBe('/');
  expect(screen.getByText('Please login to continue.')).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: toSignUp }));
  expect([location.pathname, location.hash]).toEqual(['/signup', '#invitation=secret']);
  expect(screen.getByText(/^You are invited/)).toBeVisible();
});

it('takes the invitation of a link that is opened in a tab where the page is already', async () => {
  site.signup = 'invite';
  show('/signup', answer(200, '{}'));
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
  location.hash = '#invitation=secret';
  expect(await screen.findByText(/^You are invited/)).toBeVisible();
});

it('takes no invitation from where servers read along', () => {
  site.signup = 'invite';
  show('/signup?invitation=secret', answer(200, '{}'));
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
});

it.each([
  ['invite', 'Sign-up on this site is by invitation: ask one of its administrators for a link.'],
  ['closed', 'Sign-up is closed on this site.'],
] as const)('explains that sign-up is %s, and has no link to it', (signup, text) => {
  site.signup = signup;
  show('/', answer(200, '{}'));
  expect(screen.getByText(text)).toBeVisible();
  expect(link(toSignUp)).toBeNull();
  expect(screen.getByLabelText('Username')).toBeVisible();
});

it.each([
  ['invite', '/signup', 'Sign-up on this site is by invitation: ask one of its administrators for a link.'],
  ['invite', '/signup#invitation=', 'Sign-up on this site is by invitation: ask one of its administrators for a link.'],
  ['closed', '/signup#invitation=secret', 'Sign-up is closed on this site.'],
] as const)('has no form for visitors who cannot sign up: %s, %s', (signup, path, text) => {
  site.signup = signup;
  show(path, answer(200, '{}'));
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
  expect(link(/Login here/)).toBeVisible();
});

it('sends an invitation also where everybody can sign up: it counts in no limit', async () => {
  const fetch = answer(200, '{}');
  const { submit, type } = show('/signup#invitation=secret', fetch);
  expect(screen.getByText('You are invited. Please sign up to continue.')).toBeVisible();
  await type('Username', 'ann');
  await type('Password', 'secret');
  await type('Confirm Password', 'secret');
  await submit();
  const body = JSON.stringify({ username: 'ann', password: 'secret', invitation: 'secret' });
  expect(fetch).toHaveBeenCalledWith(expect.objectContaining({ url: '/user/signup', body }));
});

it('offers a link for a forgotten password only where the site sends mail', () => {
  show('/', answer(200, '{}'));
  expect(screen.queryByRole('link', { name: 'Forgot password?' })).toBeNull();
  cleanup();
  site.features.mail = true;
  show('/', answer(200, '{}'));
  expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgot');
  cleanup();
  show('/signup', answer(200, '{}'));
  expect(screen.queryByRole('link', { name: 'Forgot password?' })).toBeNull();
});

const suspension = 'This account is suspended until 2026-11-29 12:00 UTC. Reason: insults';

/** The refusal of a suspended member, with the proof for their appeal. */
const suspended = () =>
  new Response(suspension, { status: 403, headers: { 'content-type': 'text/plain', 'x-appeal-proof': 'proof' } });

const appeal = { logId: 'l', text: 'it was a joke', createdAt: '' };

it.each<[SuspensionAppealState, RegExp]>([
  [{ mayAppeal: false, appeal }, /The moderators have your appeal/],
  [{ mayAppeal: false, appeal: { ...appeal, outcome: 'rejected', reason: 'no joke' } }, /has rejected your appeal/],
  [{ mayAppeal: false }, /It is too late for an appeal/],
])('says what became of the appeal of a suspended member instead of asking for one: %j', async (state, expected) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { submit, type } = show(
    '/',
    vi.fn(async () => suspended()),
  );
  const asked = vi.fn(() => state);
  fakeServer.on('POST /moderation/getSuspensionAppeal', asked);
  await type('Username', 'ann');
  await type('Password', 'secret');
  await submit();
  expect(await screen.findByText(expected)).toBeVisible();
  const { reason } = state.appeal ?? {};
  if (reason) expect(screen.getByText(reason)).toBeVisible();
  expect(screen.queryByLabelText(/You can appeal once/)).toBeNull();
  const body = JSON.stringify({ proof: 'proof' });
  expect(asked).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ body }));
});

it('lets a suspended member appeal whose password was right', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { submit, type } = show(
    '/',
    vi.fn(async () => suspended()),
  );
  fakeServer.on('POST /moderation/getSuspensionAppeal', () => ({ mayAppeal: true }));
  const appeal = vi.fn(async () => new Response('{}'));
  fakeServer.on('POST /moderation/appealSuspension', appeal);
  await type('Username', 'ann');
  await type('Password', 'secret');
  await submit();
  expect(screen.getByText(`Error while logging in: ${suspension}`)).toBeVisible();
  await userEvent.type(await screen.findByLabelText(/You can appeal once/), 'it was a joke');
  await userEvent.click(screen.getByRole('button', { name: 'Appeal' }));
  const body = JSON.stringify({ proof: 'proof', text: 'it was a joke' });
  expect(appeal).toHaveBeenCalledWith(expect.objectContaining({ body }));
  expect(await screen.findByText(/The moderators have your appeal/)).toBeVisible();
});

it('says before a sign-up that a moderator approves it, except one by invitation', () => {
  site.signup = 'approval';
  const any = answer(200, '{}');
  show('/signup', any);
  expect(screen.getByText('A moderator approves new accounts. Please sign up to continue.')).toBeVisible();
  cleanup();
  show('/signup#invitation=secret', any);
  expect(screen.getByText('You are invited. Please sign up to continue.')).toBeVisible();
});

it('says that a new account waits for approval, and logs nobody in', async () => {
  const message = 'Your account is created and waits for approval by a moderator.';
  const { onSignedIn, submit, type } = show(
    '/signup',
    typed(200, 'application/json', JSON.stringify({ awaitsApproval: true, message })),
  );
  await type('Username', 'ann');
  await type('Password', 'secret');
  await type('Confirm Password', 'secret');
  await submit();
  expect((await screen.findByText(message)).getAttribute('role')).toBe('status');
  expect(onSignedIn).not.toHaveBeenCalled();
  expect(screen.queryByLabelText('Username')).toBeNull();
});

it.each([
  ['/signup', true],
  ['/signup#invitation=secret', false],
])('at %s sends a proof of work with the first request where each sign-up needs one: %s', async (path, isProven) => {
  [site.signup, site.signupProof] = ['approval', true];
  fakeServer.on('GET /user/getSignupChallenge', () => ({ challenge: 'a', bits: 4, validUntil: '' }));
  const bodies: string[] = [];
  const signUp = vi.fn(async ({ body }: { body: string }) => {
    bodies.push(body);
    return new Response('{"username":"ann"}', { headers: { 'content-type': 'application/json' } });
  });
  const { onSignedIn, submit, type } = show(path, signUp as unknown as ReturnType<typeof answer>);
  await type('Username', 'ann');
  await type('Password', 'secret');
  await type('Confirm Password', 'secret');
  await submit();
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(bodies).toEqual([expect.stringContaining(isProven ? '"proof":"a.' : '"invitation":"secret"}')]);
});

it('solves the task of a site that needs a proof of work, also if it began after the page was loaded', async () => {
  const bodies: { proof?: string }[] = [];
  const signUp = vi.fn(async ({ body }: { body: string }) => {
    bodies.push(JSON.parse(body));
    return bodies.length === 1
      ? new Response('This site needs a proof of work for a sign-up at the moment', { status: 403 })
      : new Response('{"username":"ann"}', { headers: { 'content-type': 'application/json' } });
  });
  const challenge = 'aChallengeOfFortyCharacters-aChallengeOf';
  fakeServer.on('GET /user/getSignupChallenge', () => ({ challenge, bits: 4, validUntil: '' }));
  const { onSignedIn, submit, type } = show('/signup', signUp as unknown as ReturnType<typeof answer>);
  await type('Username', 'ann');
  await type('Password', 'secret');
  await type('Confirm Password', 'secret');
  await submit();
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(bodies.map(({ proof }) => proof?.slice(0, 41))).toEqual([undefined, `${challenge}.`]);
});

it.each([
  ['/', '', '', 400, '', 'Username'],
  ['/', 'ann', '', 400, '', 'Password'],
  ['/', 'ann', 'secret', 401, 'Invalid username or password', 'Password'],
  ['/signup', 'ann', 'secret', 409, 'Username already taken', 'Username'],
  ['/signup', 'a', 'secret', 400, usernameInvalid, 'Username'],
  ['/signup', 'ann', 'secret', 400, 'This password is too common', 'Password'],
  ['/signup', 'ann', 'secret', 0, '', 'Confirm Password'],
])('at %s marks and focuses the field that is wrong: "%s", "%s", %i %s', async (path, name, password, status, body, label) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { submit, type } = show(path, answer(status || 500, body));
  if (name) await type('Username', name);
  if (password) await type('Password', password);
  if (path === '/signup') await type('Confirm Password', status ? password : 'other');
  await submit();
  const field = screen.getByLabelText(label);
  await vi.waitFor(() => expect(field).toHaveFocus());
  expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(1);
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription(expect.stringContaining(line() ?? 'nothing'));
});

it('marks no field when the error is about none', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { submit, type } = show('/', answer(503, 'The server is busy'));
  await type('Username', 'ann');
  await type('Password', 'secret');
  await submit();
  expect(line()).toBe('Error while logging in: The server is busy');
  expect(document.querySelector('[aria-invalid="true"]')).toBeNull();
});

it('names the rules of a new account before the first mistake, and none for a login', () => {
  show('/signup', answer(200, '{}'));
  expect(screen.getByLabelText('Username')).toHaveAccessibleDescription(/2 to 32 characters long/);
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/At least 8 characters/);
  cleanup();
  show('/', answer(200, '{}'));
  expect(screen.getByLabelText('Username')).not.toHaveAccessibleDescription();
});

it.each([
  ['359', 'Try again in 6 minutes.'],
  ['7', 'Try again in 7 seconds.'],
])('says how long to wait when there were too many sign-ups: %s s', async (seconds, text) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const headers = { 'content-type': 'text/plain', 'retry-after': seconds };
  const { submit, type } = show(
    '/',
    vi.fn(async () => new Response('Too many requests, please slow down', { status: 429, headers })),
  );
  await type('Username', 'ann');
  await type('Password', 'secret');
  await submit();
  expect(line()).toBe('Error while logging in: Too many requests, please slow down');
  expect(screen.getByText(text)).toBeVisible();
});

it('leads to the questions while everyone may read them', () => {
  const name = 'Read without an account';
  show('/', answer(200, '{}'));
  expect(screen.queryByRole('link', { name })).toBeNull();
  cleanup();
  site.publicReading = true;
  show('/', answer(200, '{}'));
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/questionPage');
});

it('says what the site is where the operator has written no welcome', async () => {
  show('/', answer(200, '{}'));
  expect(screen.getByRole('region', { name: 'About Stoa' })).toHaveTextContent(/^Ask, answer/);
});
