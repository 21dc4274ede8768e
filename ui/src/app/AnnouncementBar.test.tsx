import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSWRConfig } from 'swr';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Announcement, PublicSite } from '../api/generated';
import { site } from '../lib/site';
import { installFakeServer } from '../testing/fakeServer';
import { renderApp } from '../testing/renderApp';
import { AnnouncementBar } from './AnnouncementBar';
import { siteChanged } from './changed';

installFakeServer();

const announcement: Announcement = { text: 'Down at noon', kind: 'warning', postedAt: '2026-11-24T10:12:00.000Z' };
const withAnnouncement = (announcement?: Announcement): PublicSite => ({
  title: 'Stoa',
  signup: 'open',
  features: {
    voice: true,
    games: true,
    chat: true,
    mail: false,
    push: false,
    pictures: false,
    passkeys: false,
    webhooks: false,
  },
  ...(announcement && { announcement }),
});

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  delete site.announcement;
});

/** Renders the bar, and returns what an event of the server does. */
async function show() {
  let mutate: ReturnType<typeof useSWRConfig>['mutate'];
  function Events() {
    mutate = useSWRConfig().mutate;
    return null;
  }
  const { unmount } = await act(async () => renderApp(<AnnouncementBar />, { beside: <Events /> }));
  await act(() => vi.dynamicImportSettled());
  return { unmount, receive: (site: PublicSite) => act(async () => void (await siteChanged(mutate, { site }))) };
}

it('shows the announcement of the page', async () => {
  site.announcement = announcement;
  await show();
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Warning: Down at noon'));
});

it('shows a new announcement at once, and removes it', async () => {
  const { receive } = await show();
  expect(screen.queryByRole('region')).toBeNull();
  await receive(withAnnouncement(announcement));
  expect(screen.getByRole('region', { name: 'Announcement' })).toHaveTextContent('Down at noon');
  await receive(withAnnouncement());
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
});

it('is dismissed in this browser until there is another one', async () => {
  site.announcement = announcement;
  const { unmount } = await show();
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('region')).toBeNull();
  unmount();
  const { receive } = await show();
  expect(screen.queryByRole('region')).toBeNull();
  await receive(withAnnouncement({ ...announcement, postedAt: '2026-11-25T10:12:00.000Z' }));
  expect(screen.getByRole('region')).toBeVisible();
});

it('shows the rest of a long announcement when asked', async () => {
  site.announcement = announcement;
  const heights = vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(200);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(72);
  const { receive } = await show();
  const more = screen.getByRole('button', { name: 'Show more' });
  expect(more).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(more);
  await userEvent.click(screen.getByRole('button', { name: 'Show less', expanded: true }));
  expect(screen.getByRole('button', { name: 'Show more', expanded: false })).toBeVisible();
  heights.mockReturnValue(72);
  await receive(withAnnouncement({ ...announcement, text: 'Short' }));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('shows nothing after its end', async () => {
  site.announcement = { ...announcement, endsAt: '2020-01-01T00:00:00.000Z' };
  await show();
  expect(screen.queryByRole('region')).toBeNull();
});

it('goes away at its end', async () => {
  site.announcement = { ...announcement, endsAt: new Date(Date.now() + 300).toISOString() };
  await show();
  expect(screen.getByRole('region')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
});
