import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { LoginContext } from '../../lib/session';
import { AuthPage } from './AuthPage';

const answer = (status: number, body: string) => vi.fn(async () => new Response(body, { status }));

/** Shows the form at `path` against a server that answers like `fetch`. */
function show(path: string, fetch: ReturnType<typeof answer>) {
  history.replaceState(null, '', path);
  vi.stubGlobal('fetch', fetch);
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

const line = () => screen.getByRole('alert').textContent;

afterEach(() => vi.unstubAllGlobals());

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

it('sends the username trimmed and the password as it was typed', async () => {
  const fetch = answer(200, '{}');
  const { onSignedIn, submit, type } = show('/', fetch);
  await type('Username', ' ann ');
  await type('Password', ' se cret ');
  await submit();
  expect(onSignedIn).toHaveBeenCalledOnce();
  const body = JSON.stringify({ username: 'ann', password: ' se cret ' });
  expect(fetch).toHaveBeenCalledWith('/user/login', expect.objectContaining({ method: 'POST', body }));
});

it('wants the same password twice of who signs up', async () => {
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
