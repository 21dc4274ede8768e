import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import useSWR, { SWRConfig, unstable_serialize, useSWRConfig } from 'swr';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '../../api/client';
import type { Community, CommunityCard, CommunityUpdate } from '../../api/generated';
import { communityKey } from '../../components/community/useCommunity';
import type { CacheKey } from '../../lib/cacheKeys';
import { isStaleSince } from '../../lib/connection';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { cardFields, communityUpdated } from './cache';
import { communityListKey, membersKey, requestsKey } from './keys';

let serial = 0;
let id: string;
let community: Community;
let card: CommunityCard;

beforeEach(() => {
  // The module remembers memberships until the page is reloaded: each test uses its own community.
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

/** The community as an outsider receives it. */
const bare = (): Community => ({ ...community, members: [], moderators: [], questions: [] });
const request = (username: string) => ({
  userId: username,
  requestedAt: community.createdAt,
  user: { _id: username, username },
});

const list = (...items: unknown[]): Page<unknown> => ({
  path: communityListKey({ mine: false }).path,
  requestedAt: performance.now(),
  items,
  total: items.length,
  next: null,
  match: null,
  searchedFor: null,
  searchWords: null,
});

/** Creates the data of a page, by the path of its key. */
const entries = (...all: [key: CacheKey, data: unknown][]) =>
  new Map(all.map(([key, data]) => [key.path, { key, data }] as const));

/** Renders a page that shows these entries. Returns the paths that it fetches. */
function show(shown: ReturnType<typeof entries>) {
  const fetched: string[] = [];
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SWRConfig
      value={{
        provider: () => new Map([...shown.values()].map(({ key, data }) => [unstable_serialize(key), { data }])),
        fetcher: ({ path }: CacheKey) => {
          fetched.push(path);
          return shown.get(path)?.data;
        },
        revalidateIfStale: false,
        dedupingInterval: 0,
      }}
    >
      {children}
    </SWRConfig>
  );
  const keys = [...shown.values()].map(({ key }) => key);
  const { result } = renderHook(
    () => ({
      edit: useCacheEditor(),
      mutate: useSWRConfig().mutate,
      data: keys.map((key) => useSWR<unknown>(key).data),
    }),
    { wrapper },
  );
  return {
    fetched,
    data: ({ path }: CacheKey) => result.current.data[keys.findIndex((key) => key.path === path)],
    event: (community: Community, type: CommunityUpdate['type'] = 'updated', viewer = 'ben') =>
      act(async () => communityUpdated(result.current, { community, type }, viewer)),
  };
}

describe('the fields of an event for its viewer', () => {
  it('contain the role of the viewer and the lengths of the lists', () => {
    expect(cardFields(community, 'ben', false)).toMatchObject({
      isMember: true,
      isModerator: false,
      moderatorCount: 1,
    });
    const asked = { ...community, memberRequests: [request('cleo'), request('dan')] };
    expect(cardFields(asked, 'ann', false)).toMatchObject({ isModerator: true, requestCount: 2, requested: false });
    expect(cardFields({ ...bare(), memberRequests: [request('cleo')] }, 'cleo', false)).toMatchObject({
      isMember: false,
      requested: true,
      requestCount: 0,
    });
    expect(cardFields({ ...community, archivedAt: community.createdAt }, 'ben', false)).toMatchObject({
      archived: true,
    });
  });

  it('omit the role if the lists are truncated, unless they name the viewer or belong to a reply', () => {
    const cut: Community = { ...community, truncated: true };
    expect(cardFields(cut, 'zoe', false)).not.toHaveProperty('isMember');
    expect(cardFields(cut, 'zoe', false)).not.toHaveProperty('moderatorCount');
    expect(cardFields(cut, 'zoe', true)).toMatchObject({ isMember: false });
    expect(cardFields(cut, 'ben', false)).toMatchObject({ isMember: true });
  });
});

describe('a change of a community', () => {
  it('shows on its page and its cards in place', async () => {
    const key = communityListKey({ mine: false });
    const page = show(entries([key, list(card)], [communityKey(id), card]));
    await page.event({ ...community, memberCount: 3, members: ['ann', 'ben', 'cleo'] });
    expect(page.data(communityKey(id))).toEqual({ ...card, memberCount: 3 });
    expect(page.data(key)).toMatchObject({ items: [{ ...card, memberCount: 3 }] });
    expect(page.fetched).not.toContain(key.path);
  });

  it('fetches the shown members, and not those of another community', async () => {
    const [members, moderators, requests] = [membersKey(id, 'member'), membersKey(id, 'moderator'), requestsKey(id)];
    const other = membersKey('other', 'member');
    const shown = [members, moderators, requests];
    const page = show(
      entries([communityKey(id), card], [other, list()], ...shown.map((key): [CacheKey, unknown] => [key, list()])),
    );
    await page.event(community);
    await waitFor(() => expect(page.fetched.sort()).toEqual(shown.map(({ path }) => path).sort()));
  });

  it('fetches the lists when a community is added, removed or moved', async () => {
    const key = communityListKey({ mine: true });
    const { path } = key;
    const shown = entries([key, list(card)], [communityKey(id), card]);
    const page = show(shown);
    await page.event({ ...community, _id: `${id}new`, visibility: 'public' }, 'created', 'zoe');
    await waitFor(() => expect(page.fetched).toEqual([path]));
    shown.set(path, { key, data: list({ ...card, archived: true }) });
    await page.event({ ...community, archivedAt: community.createdAt });
    await waitFor(() => expect(page.fetched).toEqual([path, path]));
    await page.event({ ...community, archivedAt: community.createdAt });
    expect(page.fetched).toEqual([path, path]);
  });

  it('fetches the card if the lists are truncated', async () => {
    const page = show(entries([communityKey(id), { ...card, visibility: 'public' }]));
    await page.event({ ...community, visibility: 'public', truncated: true, members: ['zoe'] });
    await waitFor(() => expect(page.fetched).toEqual([communityKey(id).path]));
  });
});

describe('a viewer who gains or loses read access', () => {
  const questionsKey: CacheKey = { type: 'questionList', path: '/question/getQuestion?order=newest' };
  const questions = questionsKey.path;

  it('fetches everything once', async () => {
    const key = communityKey(id);
    const shown = entries([questionsKey, list()], [key, { ...card, isMember: false }]);
    const page = show(shown);
    const before = performance.now();
    shown.set(key.path, { key, data: card });
    await page.event(community);
    await waitFor(() => expect(page.fetched).toContain(questions));
    expect(isStaleSince(before), 'lists that are not shown are read again when one returns').toBe(true);
    page.fetched.length = 0;
    await page.event({ ...community, memberCount: 3, members: ['ann', 'ben', 'cleo'] });
    expect(page.fetched).not.toContain(questions);
    shown.set(key.path, { key, data: { ...card, isMember: false } });
    await page.event(bare());
    await waitFor(() => expect(page.fetched).toContain(questions));
    expect(page.data(key)).toMatchObject({ isMember: false });
  });

  it.each<[CacheKey['type'], (question: unknown) => unknown]>([
    ['question', (question) => question],
    ['questionList', (question) => list(question)],
    ['similarQuestions', (question) => [question]],
    ['relatedQuestions', (question) => [question]],
    ['starredList', (question) => list(question)],
  ])('is recognized by a cached %s if the membership is unknown', async (type, data) => {
    const key: CacheKey = { type, path: `/cached/${type}` };
    const page = show(entries([questionsKey, list()], [key, data({ _id: 'q', communityId: id })]));
    await page.event(bare());
    await waitFor(() => expect(page.fetched).toEqual(expect.arrayContaining([questions, key.path])));
  });

  it('fetches aggregates once if nothing is known', async () => {
    const unnamed: CacheKey[] = [
      { type: 'contributions', path: '/contributions' },
      { type: 'inbox', path: '/inbox' },
      { type: 'tagList', path: '/tags' },
      { type: 'inboxUnread', path: '/unread' },
    ];
    const page = show(entries(...unnamed.map((key): [CacheKey, unknown] => [key, 1]), [questionsKey, list()]));
    await page.event(bare());
    await waitFor(() => expect(page.fetched.sort()).toEqual(unnamed.map(({ path }) => path)));
    await page.event({ ...bare(), memberCount: 3 });
    await page.event({ ...community, _id: `${id}public`, visibility: 'public' });
    await page.event({ ...bare(), _id: `${id}new` }, 'created');
    expect(page.fetched).toHaveLength(4);
  });

  it('ignores outsiders that stay outsiders, and public communities', async () => {
    const page = show(entries([questionsKey, list({ _id: 'q', communityId: 'another' })]));
    await page.event(bare());
    await page.event({ ...bare(), memberCount: 3 });
    await page.event({ ...community, _id: `${id}public`, visibility: 'public' });
    expect(page.fetched).not.toContain(questions);
  });
});
