import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Outlet } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leaveToLandingPage } from '../lib/session';
import { installFakeServer, nothingUnread } from '../testing/fakeServer';
import { renderApp } from '../testing/renderApp';
import { Header } from './Header';
import { useScrollRestoration } from './useScrollRestoration';

const fakeServer = installFakeServer();

vi.mock('../lib/session', async (original) => ({ ...(await original<object>()), leaveToLandingPage: vi.fn() }));

/** Longer than the delay before typing updates the address. In milliseconds. */
const aWhile = 600;

beforeEach(() => {
  fakeServer.on('GET /search/getSuggestions', () => ({ questions: [], tags: [], users: [], communities: [] }));
  fakeServer.on('GET /chat/getUnreadChats', () => ({ unread: 0 }));
  // jsdom has no layout: the scroll position is the one last set.
  vi.stubGlobal('scrollTo', (_: number, y: number) => {
    vi.stubGlobal('scrollY', y);
    window.dispatchEvent(new Event('scroll'));
  });
  scrollTo(0, 0);
});
afterEach(() => vi.unstubAllGlobals());

function Layout() {
  useScrollRestoration();
  return (
    <>
      <Header />
      <Outlet />
    </>
  );
}

async function show(...initialEntries: string[]) {
  const pages = [{ element: <Layout />, children: [{ path: '*', element: <p>Page</p> }] }];
  const { router } = await act(async () =>
    renderApp(pages, { history: initialEntries, swr: { dedupingInterval: 2000 } }),
  );
  const address = () => router.state.location.pathname + router.state.location.search;
  return {
    address,
    shows: (wanted: string) => waitFor(() => expect(address()).toBe(wanted)),
    go: (to: string) => act(() => router.navigate(to)),
    goBack: () => act(() => router.navigate(-1)),
    replace: (to: string) => act(() => router.navigate(to, { replace: true })),
  };
}

const box = () => screen.getByLabelText('Search Questions');
const later = () => act(() => new Promise((resolve) => setTimeout(resolve, aWhile)));

describe('the search box', () => {
  it.each(['/questionpage', '/questionPage/'])('works on the list that is opened as %s', async (path) => {
    const page = await show(`${path}?search=wallet`);
    expect(box()).toHaveValue('wallet');
    await userEvent.type(box(), 's');
    await page.shows(`${path}?search=wallets`);
  });

  it('drops pending text on another page', async () => {
    const page = await show('/questionPage');
    await page.go('/question/q');
    await userEvent.type(box(), 'wallet');
    await page.goBack();
    expect(box()).toHaveValue('');
    await later();
    expect(page.address()).toBe('/questionPage');

    await page.go('/tags');
    await userEvent.type(box(), 'zzz');
    await page.go('/questionPage?tag=plutus');
    expect(box()).toHaveValue('');
    await later();
    expect(page.address()).toBe('/questionPage?tag=plutus');
  });

  it('drops text that was typed just before the list was left', async () => {
    const page = await show('/questionPage');
    await userEvent.type(box(), 'plutus');
    await page.go('/question/q');
    expect(box()).toHaveValue('');
    await userEvent.type(box(), 'wallet');
    await page.goBack();
    await later();
    expect(page.address()).toBe('/questionPage');
  });

  it('keeps typed text while the page changes its own address', async () => {
    const page = await show('/questionPage?showStreakPopup=true');
    await userEvent.type(box(), 'wallet');
    await page.replace('/questionPage');
    expect(box()).toHaveValue('wallet');
    await page.shows('/questionPage?search=wallet');
  });

  it('leads with Enter to the list, and is written on there', async () => {
    const page = await show('/tags');
    await userEvent.type(box(), ' wallet {Enter}');
    await page.shows('/questionPage?search=wallet');
    expect(box()).toHaveValue('wallet');
    await userEvent.clear(box());
    await page.shows('/questionPage');
    await page.goBack();
    expect(page.address()).toBe('/tags');
  });

  it('creates one entry of the history for a search', async () => {
    const page = await show('/tags');
    await page.go('/questionPage?order=active');
    await userEvent.type(box(), 'wal');
    await page.shows('/questionPage?search=wal');
    await userEvent.type(box(), 'let');
    await page.shows('/questionPage?search=wallet');
    await page.goBack();
    expect(page.address()).toBe('/questionPage?order=active');
    expect(box()).toHaveValue('');
    await page.goBack();
    expect(page.address()).toBe('/tags');
  });

  it('goes back to the list where the search began when it is emptied', async () => {
    const page = await show('/tags');
    await page.go('/questionPage');
    scrollTo(0, 2700);
    await userEvent.type(box(), 'wallet');
    await page.shows('/questionPage?search=wallet');
    await userEvent.clear(box());
    await page.shows('/questionPage');
    await waitFor(() => expect(scrollY, 'at the place that was left').toBe(2700));
    await userEvent.type(box(), 'roof');
    await page.shows('/questionPage?search=roof');
    expect(box()).toHaveValue('roof');
    await page.goBack();
    await page.goBack();
    expect(page.address()).toBe('/tags');
  });

  it('scrolls to the top for a search, and restores the position after going back', async () => {
    const page = await show('/questionPage');
    scrollTo(0, 2700);
    await userEvent.type(box(), 'wal');
    await page.shows('/questionPage?search=wal');
    await waitFor(() => expect(scrollY).toBe(0));
    scrollTo(0, 900);
    await userEvent.type(box(), 'let');
    await page.shows('/questionPage?search=wallet');
    await waitFor(() => expect(scrollY).toBe(0));
    scrollTo(0, 800);
    await page.replace('/questionPage?search=wallet&other=1');
    await waitFor(() => expect(scrollY, 'it is the same search').toBe(800));
    await page.goBack();
    await waitFor(() => expect(scrollY).toBe(2700));
  });
});

describe('what is unread', () => {
  it('is counted by the bell, and with the chats in the title of the tab', async () => {
    fakeServer.on('GET /chat/getUnreadChats', () => ({ unread: 2 }));
    fakeServer.on('GET /inbox/getUnreadCounts', () => ({ ...nothingUnread, responses: 2, own: 1 }));
    await show('/tags');
    expect(await screen.findByRole('button', { name: /^Notifications ?3 unread notifications$/ })).toBeVisible();
    await waitFor(() => expect(document.title).toMatch(/^\(5\) /));
  });
});

describe('the button that logs out', () => {
  it('leads to the login page when the session has ended, and says so when it has not', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const refusals = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => new Response('The site is busy, please try again', { status: 503 }),
    ];
    fakeServer.on('POST /user/logout', () => refusals.shift()?.() ?? {});
    await show('/tags');
    const logOut = () => userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    for (const _ of [...refusals]) {
      await logOut();
      expect(await screen.findByRole('alert')).toHaveTextContent('You could not be logged out. Please try again.');
      expect(leaveToLandingPage).not.toHaveBeenCalled();
    }
    await logOut();
    await waitFor(() => expect(leaveToLandingPage).toHaveBeenCalledWith());
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

it('offers to ask, but not on the page where a question is asked', async () => {
  const page = await show('/tags');
  expect(screen.getByRole('link', { name: 'Ask' })).toBeVisible();
  await page.go('/new/question');
  expect(screen.queryByRole('link', { name: 'Ask' })).toBeNull();
});
