import { act, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { post } from '../api/client';
import { landingMessage, returnPath, useUser } from '../lib/session';
import { site } from '../lib/site';
import { installFakeServer, rejection } from '../testing/fakeServer';
import { renderApp } from '../testing/renderApp';
import { RequireSession } from './RequireSession';

const fakeServer = installFakeServer();

// jsdom cannot load a page: only the history entry shows the navigation.
vi.spyOn(console, 'error').mockImplementation(() => undefined);
afterEach(() => {
  history.replaceState(null, '', '/');
});

const show = () => renderApp(<RequireSession>Inside</RequireSession>);

it('returns to the page where a session ended, and shows a message', async () => {
  let signedIn = true;
  fakeServer.on(['GET /user/me', 'POST /answer/addAnswer'], () =>
    signedIn ? new Response('{"username":"ann"}') : new Response('Please log in', { status: 401 }),
  );
  history.replaceState(null, '', '/new/answer/q?a=1#b');
  show();
  expect(await screen.findByText('Inside')).toBeVisible();
  signedIn = false;
  await act(() => post('/answer/addAnswer', {}).catch(() => undefined));
  await waitFor(() => expect(landingMessage()).toBe('Your session has ended. Your drafts are kept.'));
  expect(returnPath()).toBe('/new/answer/q?a=1#b');
});

it('stays after a rejected call while the session continues', async () => {
  fakeServer.on('GET /user/me', () => ({ username: 'ann' }));
  fakeServer.on('POST /user/other', () => rejection(401, 'Wrong password'));
  show();
  await screen.findByText('Inside');
  await act(() => post('/user/other', {}).catch(() => undefined));
  expect(screen.getByText('Inside')).toBeVisible();
  expect(history.state).toBeNull();
});

it.each([
  [401, 'Please log in'],
  [403, 'You can only do this as yourself'],
])('shows nothing to another user who signed in elsewhere in this browser (%i)', async (status, sentence) => {
  let _id = 'ann';
  fakeServer.on('GET /user/me', () => ({ _id }));
  fakeServer.on('POST /answer/addAnswer', () => rejection(status, sentence));
  const shownTo = new Set<string>();
  function Inside() {
    shownTo.add(useUser()._id);
    return 'Inside';
  }
  history.replaceState(null, '', '/new/question');
  renderApp(
    <RequireSession>
      <Inside />
    </RequireSession>,
  );
  expect(await screen.findByText('Inside')).toBeVisible();
  _id = 'ben';
  await act(() => post('/answer/addAnswer', {}).catch(() => undefined));
  await waitFor(() => expect(landingMessage()).toBe('Your session has ended. Your drafts are kept.'));
  expect(returnPath()).toBe('/new/question');
  expect(screen.queryByText('Inside')).toBeNull();
  expect(shownTo).toEqual(new Set(['ann']));
});

it('redirects a signed-out user to the login, which leads home', async () => {
  fakeServer.on('GET /user/me', () => rejection(401, 'Please log in'));
  history.replaceState(null, '', '/tags');
  show();
  await waitFor(() => expect(location.pathname).toBe('/'));
  expect(landingMessage()).toBeUndefined();
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

describe('while everyone may read', () => {
  beforeEach(() => {
    site.publicReading = true;
  });
  afterEach(() => {
    site.publicReading = false;
    // biome-ignore lint/suspicious/noDocumentCookie: the client reads it from there
    document.cookie = 'XSRF-TOKEN=; max-age=0';
  });

  const showAt = (address: string) =>
    renderApp(
      [
        {
          element: (
            <Suspense>
              <RequireSession>Inside</RequireSession>
            </Suspense>
          ),
          children: [{ path: '*', element: 'A page' }],
        },
      ],
      { address },
    );

  it('shows a public page to the browser of a session that has ended', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the client reads it from there
    document.cookie = 'XSRF-TOKEN=old';
    fakeServer.on('GET /user/me', () => rejection(401, 'Please log in'));
    showAt('/tags');
    expect(await screen.findByText('A page')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Log in' })).toBeVisible();
    expect(screen.queryByText('Inside')).toBeNull();
  });

  it('shows the login in place of other pages, and leads back', async () => {
    history.replaceState(null, '', '/messaging');
    showAt('/messaging');
    await waitFor(() => expect(location.pathname).toBe('/'));
    expect(screen.queryByText('A page')).toBeNull();
  });
});
