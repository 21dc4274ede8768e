import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leave, UserContext } from '../lib/session';
import { Header } from './Header';
import { useScrollPlaces } from './scrollPlaces';

vi.mock('../lib/session', async (original) => ({ ...(await original<object>()), leave: vi.fn() }));

/** Longer than the address waits for the typing to stop. In milliseconds. */
const aWhile = 600;

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('[]', { headers: { 'x-total-count': '0', 'x-unread-count': '0' } }));
  // jsdom has no layout: a page is as far down as it was last scrolled.
  vi.stubGlobal('scrollTo', (_: number, y: number) => {
    vi.stubGlobal('scrollY', y);
    window.dispatchEvent(new Event('scroll'));
  });
  scrollTo(0, 0);
});
afterEach(() => vi.unstubAllGlobals());

function Layout() {
  useScrollPlaces();
  return (
    <>
      <Header onMenu={() => undefined} />
      <Outlet />
    </>
  );
}

async function show(...initialEntries: string[]) {
  const router = createMemoryRouter([{ element: <Layout />, children: [{ path: '*', element: <p>Page</p> }] }], {
    initialEntries,
  });
  await act(async () =>
    render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <UserContext value={{ _id: 'u', username: 'ann', dateJoined: '', biography: '' }}>
          <RouterProvider router={router} />
        </UserContext>
      </SWRConfig>,
    ),
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

const box = () => screen.getByRole('searchbox', { name: 'Search Questions' });
const later = () => act(() => new Promise((resolve) => setTimeout(resolve, aWhile)));

describe('the search box', () => {
  it.each(['/questionpage', '/questionPage/'])('works on the list that is opened as %s', async (path) => {
    const page = await show(`${path}?search=wallet`);
    expect(box()).toHaveValue('wallet');
    await userEvent.type(box(), 's');
    await page.shows(`${path}?search=wallets`);
  });

  it('forgets on another page what was not searched for', async () => {
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

  it('forgets what was typed as the list was left', async () => {
    const page = await show('/questionPage');
    await userEvent.type(box(), 'plutus');
    await page.go('/question/q');
    expect(box()).toHaveValue('');
    await userEvent.type(box(), 'wallet');
    await page.goBack();
    await later();
    expect(page.address()).toBe('/questionPage');
  });

  it('keeps what is being typed while the page changes its address by itself', async () => {
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

  it('begins one entry of the history with a search, which going back leaves', async () => {
    const page = await show('/tags');
    await page.go('/questionPage?order=active');
    await userEvent.type(box(), 'wal');
    await page.shows('/questionPage?order=active&search=wal');
    await userEvent.type(box(), 'let');
    await page.shows('/questionPage?order=active&search=wallet');
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
    expect(scrollY, 'at the place that was left').toBe(2700);
    await userEvent.type(box(), 'roof');
    await page.shows('/questionPage?search=roof');
    expect(box()).toHaveValue('roof');
    await page.goBack();
    await page.goBack();
    expect(page.address()).toBe('/tags');
  });

  it('shows from the top what it finds, and going back finds the place', async () => {
    const page = await show('/questionPage');
    scrollTo(0, 2700);
    await userEvent.type(box(), 'wal');
    await page.shows('/questionPage?search=wal');
    expect(scrollY).toBe(0);
    scrollTo(0, 900);
    await userEvent.type(box(), 'let');
    await page.shows('/questionPage?search=wallet');
    expect(scrollY).toBe(0);
    scrollTo(0, 800);
    await page.replace('/questionPage?search=wallet&other=1');
    expect(scrollY, 'it is the same search').toBe(800);
    await page.goBack();
    expect(scrollY).toBe(2700);
  });
});

describe('the closed menu', () => {
  it('tells how much waits behind it for one alone', async () => {
    vi.stubGlobal('fetch', async (path: string) =>
      path === '/chat/getUnreadChats'
        ? new Response('{"unread":2}')
        : new Response('[]', { headers: { 'x-unread-count': '3' } }),
    );
    await show('/tags');
    expect(await screen.findByRole('button', { name: /^Open navigation ?5 unread items$/ })).toBeVisible();
  });
});

describe('the button that logs out', () => {
  it('leads to the login page when the session has ended, and says so when it has not', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const refusals = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => new Response('The site is busy, please try again', { status: 503 }),
    ];
    vi.stubGlobal('fetch', async (path: string) =>
      path === '/user/logout' ? (refusals.shift()?.() ?? new Response('{}')) : new Response('[]'),
    );
    await show('/tags');
    const logOut = () => userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    for (const _ of [...refusals]) {
      await logOut();
      expect(await screen.findByRole('alert')).toHaveTextContent('You could not be logged out. Please try again.');
      expect(leave).not.toHaveBeenCalled();
    }
    await logOut();
    await waitFor(() => expect(leave).toHaveBeenCalledWith());
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
