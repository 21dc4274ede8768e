import { act, render, screen, waitFor } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { afterEach, expect, it, vi } from 'vitest';
import { post } from '../api/client';
import { farewell, returnPath, useUser } from '../lib/session';
import { SignedIn } from './SignedIn';

// jsdom cannot load a page: that it stays shows in the history's entry alone.
vi.spyOn(console, 'error').mockImplementation(() => undefined);
afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

const page = (
  <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
    <SignedIn>Inside</SignedIn>
  </SWRConfig>
);

it('leads back to where a session ended, and says so', async () => {
  let signedIn = true;
  vi.stubGlobal('fetch', async () =>
    signedIn ? new Response('{"username":"ann"}') : new Response('Please log in', { status: 401 }),
  );
  history.replaceState(null, '', '/new/answer/q?a=1#b');
  render(page);
  expect(await screen.findByText('Inside')).toBeVisible();
  signedIn = false;
  await act(() => post('/answer/addAnswer', {}).catch(() => undefined));
  await waitFor(() => expect(farewell()).toBe('Your session has ended. What you wrote is kept.'));
  expect(returnPath()).toBe('/new/answer/q?a=1#b');
});

it('stays where a call was refused though the session goes on', async () => {
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/user/me' ? new Response('{"username":"ann"}') : new Response('Wrong password', { status: 401 }),
  );
  render(page);
  await screen.findByText('Inside');
  await act(() => post('/user/other', {}).catch(() => undefined));
  expect(screen.getByText('Inside')).toBeVisible();
  expect(history.state).toBeNull();
});

it.each([
  [401, 'Please log in'],
  [403, 'You can only do this as yourself'],
])('hands nothing over to another user who signed in elsewhere in this browser (%i)', async (status, sentence) => {
  let _id = 'ann';
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/user/me' ? new Response(JSON.stringify({ _id })) : new Response(sentence, { status }),
  );
  const shownTo = new Set<string>();
  function Inside() {
    shownTo.add(useUser()._id);
    return 'Inside';
  }
  history.replaceState(null, '', '/new/question');
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <SignedIn>
        <Inside />
      </SignedIn>
    </SWRConfig>,
  );
  expect(await screen.findByText('Inside')).toBeVisible();
  _id = 'ben';
  await act(() => post('/answer/addAnswer', {}).catch(() => undefined));
  await waitFor(() => expect(farewell()).toBe('Your session has ended. What you wrote is kept.'));
  expect(returnPath()).toBe('/new/question');
  expect(screen.queryByText('Inside')).toBeNull();
  expect(shownTo).toEqual(new Set(['ann']));
});

it('sends who was never signed in to the login, and home from there', async () => {
  vi.stubGlobal('fetch', async () => new Response('Please log in', { status: 401 }));
  history.replaceState(null, '', '/tags');
  render(page);
  await waitFor(() => expect(location.pathname).toBe('/'));
  expect(farewell()).toBeUndefined();
  expect(returnPath()).toBe('/home');
});

it.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '',
])('never leads to %j', (returnTo) => {
  history.replaceState({ returnTo }, '');
  expect(returnPath()).toBe('/home');
});
