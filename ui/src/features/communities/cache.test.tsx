import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import useSWR, { SWRConfig, useSWRConfig } from 'swr';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '../../api/client';
import type { Community, CommunityCard, CommunityUpdate } from '../../api/generated';
import { communityPath } from '../../components/community/useCommunity';
import { mayHaveMissed } from '../../lib/connection';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { communitiesPath, membersPath, requestsPath } from './api';
import { changed, factsOf } from './cache';

let serial = 0;
let id: string;
let community: Community;
let card: CommunityCard;

beforeEach(() => {
  // What is known of a community is known until the page is loaded anew: each test has one of its own.
  serial += 1;
  id = `community${serial}`;
  community = {
    _id: id,
    name: 'Columns',
    description: '',
    visibility: 'private',
    owner: 'ann',
    members: ['ann', 'ben'],
    moderators: ['ann'],
    memberRequests: [],
    questions: ['q'],
    memberCount: 2,
    createdAt: '2026-11-21T00:00:00.000Z',
  };
  card = {
    _id: id,
    name: 'Columns',
    description: '',
    visibility: 'private',
    owner: 'ann',
    memberCount: 2,
    moderatorCount: 1,
    requestCount: 0,
    questionCount: 1,
    isMember: true,
    isModerator: false,
    requested: false,
    archived: false,
    createdAt: community.createdAt,
  };
});

/** What an outsider is told. */
const bare = (): Community => ({ ...community, members: [], moderators: [], questions: [] });
const request = (username: string) => ({
  userId: username,
  requestedAt: community.createdAt,
  user: { _id: username, username },
});

const list = (...items: unknown[]): Page<unknown> => ({
  path: communitiesPath({ mine: false }),
  askedAt: performance.now(),
  items,
  total: items.length,
  next: null,
  match: null,
  searchedFor: null,
});

/** A page that shows what is at these paths, and which of them it asks for. */
function show(shown: Record<string, unknown>) {
  const asked: string[] = [];
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SWRConfig
      value={{
        provider: () => new Map(Object.entries(shown).map(([path, data]) => [path, { data }])),
        fetcher: (path: string) => {
          asked.push(path);
          return shown[path];
        },
        revalidateIfStale: false,
        dedupingInterval: 0,
      }}
    >
      {children}
    </SWRConfig>
  );
  const paths = Object.keys(shown);
  const { result } = renderHook(
    () => ({
      edit: useCacheEditor(),
      mutate: useSWRConfig().mutate,
      data: paths.map((path) => useSWR<unknown>(path).data),
    }),
    { wrapper },
  );
  return {
    asked,
    data: (path: string) => result.current.data[paths.indexOf(path)],
    event: (community: Community, type: CommunityUpdate['type'] = 'updated', viewer = 'ben') =>
      act(async () => changed(result.current, { community, type }, viewer)),
  };
}

describe('what an event tells of its viewer', () => {
  it('is what he is to the community, and how long its lists are', () => {
    expect(factsOf(community, 'ben', false)).toMatchObject({ isMember: true, isModerator: false, moderatorCount: 1 });
    const asked = { ...community, memberRequests: [request('cleo'), request('dan')] };
    expect(factsOf(asked, 'ann', false)).toMatchObject({ isModerator: true, requestCount: 2, requested: false });
    expect(factsOf({ ...bare(), memberRequests: [request('cleo')] }, 'cleo', false)).toMatchObject({
      isMember: false,
      requested: true,
      requestCount: 0,
    });
    expect(factsOf({ ...community, archivedAt: community.createdAt }, 'ben', false)).toMatchObject({ archived: true });
  });

  it('is nothing where the lists are cut, unless they name him, or it is the reply to his own call', () => {
    const cut: Community = { ...community, truncated: true };
    expect(factsOf(cut, 'zoe', false)).not.toHaveProperty('isMember');
    expect(factsOf(cut, 'zoe', false)).not.toHaveProperty('moderatorCount');
    expect(factsOf(cut, 'zoe', true)).toMatchObject({ isMember: false });
    expect(factsOf(cut, 'ben', false)).toMatchObject({ isMember: true });
  });
});

describe('a change of a community', () => {
  it('shows on its page and its cards in place', async () => {
    const path = communitiesPath({ mine: false });
    const page = show({ [path]: list(card), [communityPath(id)]: card });
    await page.event({ ...community, memberCount: 3, members: ['ann', 'ben', 'cleo'] });
    expect(page.data(communityPath(id))).toEqual({ ...card, memberCount: 3 });
    expect(page.data(path)).toMatchObject({ items: [{ ...card, memberCount: 3 }] });
    expect(page.asked).not.toContain(path);
  });

  it('fetches the people who are shown, and those of no other community', async () => {
    const [members, moderators, requests] = [membersPath(id, 'member'), membersPath(id, 'moderator'), requestsPath(id)];
    const other = membersPath('other', 'member');
    const page = show({
      [communityPath(id)]: card,
      [members]: list(),
      [moderators]: list(),
      [requests]: list(),
      [other]: list(),
    });
    await page.event(community);
    await waitFor(() => expect(page.asked.sort()).toEqual([members, moderators, requests].sort()));
  });

  it('fetches the lists of communities when one comes, goes or changes its place in them', async () => {
    const path = communitiesPath({ mine: true });
    const shown = { [path]: list(card), [communityPath(id)]: card };
    const page = show(shown);
    await page.event({ ...community, _id: `${id}new`, visibility: 'public' }, 'created', 'zoe');
    await waitFor(() => expect(page.asked).toEqual([path]));
    shown[path] = list({ ...card, archived: true });
    await page.event({ ...community, archivedAt: community.createdAt });
    await waitFor(() => expect(page.asked).toEqual([path, path]));
    await page.event({ ...community, archivedAt: community.createdAt });
    expect(page.asked).toEqual([path, path]);
  });

  it('asks for what a cut list does not tell', async () => {
    const page = show({ [communityPath(id)]: { ...card, visibility: 'public' } });
    await page.event({ ...community, visibility: 'public', truncated: true, members: ['zoe'] });
    await waitFor(() => expect(page.asked).toEqual([communityPath(id)]));
  });
});

describe('who gains or loses the right to read', () => {
  const questions = '/question/getQuestion?order=newest';

  it('is shown everything anew, once', async () => {
    const shown = { [questions]: list(), [communityPath(id)]: { ...card, isMember: false } };
    const page = show(shown);
    const before = performance.now();
    shown[communityPath(id)] = card;
    await page.event(community);
    await waitFor(() => expect(page.asked).toContain(questions));
    expect(mayHaveMissed(before), 'lists that are not shown are read again when one returns').toBe(true);
    page.asked.length = 0;
    await page.event({ ...community, memberCount: 3, members: ['ann', 'ben', 'cleo'] });
    expect(page.asked).not.toContain(questions);
    shown[communityPath(id)] = { ...card, isMember: false };
    await page.event(bare());
    await waitFor(() => expect(page.asked).toContain(questions));
    expect(page.data(communityPath(id))).toMatchObject({ isMember: false });
  });

  it('is known by what was read, when nothing is known of the community', async () => {
    const page = show({ [questions]: list({ _id: 'q', communityId: id }) });
    await page.event(bare());
    await waitFor(() => expect(page.asked).toContain(questions));
  });

  it('may be one of whom nothing is known: what tells of no community is read anew, once', async () => {
    const unnamed = [
      '/contributions/getContributions?userID=ben&from=2026-10-26&to=2026-12-06',
      '/notification/getNotifications?limit=1',
      '/tag/getTagsWithQuestionNumber',
    ];
    const page = show({ ...Object.fromEntries(unnamed.map((path) => [path, 1])), [questions]: list() });
    await page.event(bare());
    await waitFor(() => expect(page.asked.sort()).toEqual(unnamed));
    await page.event({ ...bare(), memberCount: 3 });
    await page.event({ ...community, _id: `${id}public`, visibility: 'public' });
    await page.event({ ...bare(), _id: `${id}new` }, 'created');
    expect(page.asked).toHaveLength(3);
  });

  it('is nobody who was an outsider before, nor whoever joins a public one', async () => {
    const page = show({ [questions]: list({ _id: 'q', communityId: 'another' }) });
    await page.event(bare());
    await page.event({ ...bare(), memberCount: 3 });
    await page.event({ ...community, _id: `${id}public`, visibility: 'public' });
    expect(page.asked).not.toContain(questions);
  });
});
