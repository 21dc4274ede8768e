import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { InboxEntry, SavedSearch, SearchState } from '../../api/generated';
import Inbox from '../../app/Inbox';
import { installFakeServer, listResponse, rejection } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { SaveSearch } from '../questions/list/SaveSearch';
import { SavedSearches } from './SavedSearches';

const fakeServer = installFakeServer();
const user = userEvent.setup({ delay: null });

let saved: SavedSearch[];

beforeEach(() => {
  saved = [];
  fakeServer.on('GET /following/getSavedSearches', () => saved);
  fakeServer.on('PATCH /following/setSearch', ({ body }) => {
    const { text, communityId, state }: SavedSearch = JSON.parse(body ?? '');
    saved = saved.filter((search) => search.text !== text || search.communityId !== communityId);
    if (state !== 'removed') saved.push({ text, state, ...(communityId && { communityId }) });
    return saved;
  });
});

async function press(name: string) {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
  await user.click(button);
}
const states = (): SearchState[] => saved.map(({ state }) => state);

describe('a search', () => {
  it('is saved, watched and removed above its results', async () => {
    await act(async () => renderApp(<SaveSearch search="[a]   wallet" communityId="c" />));
    expect(screen.queryByText(/^Saved in/)).toBeNull();
    await press('Save this search: [a] wallet');
    expect(saved).toEqual([{ text: '[a] wallet', communityId: 'c', state: 'saved' }]);
    expect(await screen.findByText(/^Saved in/)).toBeVisible();
    await press('Watch: [a] wallet');
    expect(await screen.findByText(/^Watched in/)).toBeVisible();
    await press('Stop watching: [a] wallet');
    expect(states()).toEqual(['saved']);
    await press('Remove: [a] wallet');
    await waitFor(() => expect(saved).toEqual([]));
    await press('Save and watch it: [a] wallet');
    expect(states()).toEqual(['watched']);
  });

  it('of another community is another one', async () => {
    saved = [{ text: 'wallet', state: 'saved' }];
    await act(async () => renderApp(<SaveSearch search="wallet" communityId="c" />));
    expect(await screen.findByRole('button', { name: 'Save this search: wallet' })).toBeVisible();
  });

  it('says why it could not be saved', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    fakeServer.on('PATCH /following/setSearch', () => rejection(409, 'You cannot save more than 20 searches'));
    await act(async () => renderApp(<SaveSearch search="wallet" />));
    await press('Save this search: wallet');
    expect(await screen.findByText('You cannot save more than 20 searches', { exact: false })).toBeVisible();
  });

  it('is not saved by a stranger', async () => {
    await act(async () => renderApp(<SaveSearch search="wallet" />, { user: { _id: '', username: '' } }));
    expect(screen.queryByRole('button')).toBeNull();
  });
});

it('the saved searches are listed, with links to their results', async () => {
  saved = [
    { text: 'is:unanswered', state: 'watched' },
    { text: 'wallet', communityId: 'c', communityName: 'Columns', state: 'saved' },
    { text: 'merger', communityId: 'd', state: 'saved' },
  ];
  await act(async () => renderApp(<SavedSearches />));
  const rows = screen.getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'is:unanswered watchedStop watchingRemove',
    'wallet in Columns · savedWatchRemove',
    'merger in a community that you cannot read · savedWatchRemove',
  ]);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/questionPage?search=is%3Aunanswered',
    '/communities/c?search=wallet',
    '/communities/d?search=merger',
  ]);
  await press('Remove: merger');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
});

it('new results are in the inbox, with what stops them', async () => {
  const at = '2026-11-21T00:00:00.000Z';
  const entry: InboxEntry = {
    _id: 'e',
    at,
    isNew: true,
    kind: 'search',
    item: { text: 'wallet', communityId: 'c', communityName: 'Columns', foundAt: at, qid: 'q', title: 'Which wallet?' },
  };
  saved = [{ text: 'wallet', communityId: 'c', state: 'watched' }];
  fakeServer.on('GET /inbox/getEntries', () => listResponse([entry]));
  await act(async () => renderApp(<Inbox title="Inbox" verb="Mark all as read" />));
  const link = await screen.findByRole('link', { name: 'New result for “wallet”' });
  expect(link).toHaveAttribute('href', '/communities/c?search=wallet&order=newest');
  const row = screen.getByRole('listitem');
  expect(row).toHaveTextContent(/on Which wallet\?.*because you watch this search in Columns/);
  await press('Stop watching: wallet');
  expect(states()).toEqual(['saved']);
});
