import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Question } from '../../../api/generated';
import { routes } from '../../../lib/routes';
import { type CacheEditor, useCacheEditor } from '../../../lib/useCacheEditor';
import { installFakeServer } from '../../../testing/fakeServer';
import { renderApp } from '../../../testing/renderApp';
import * as cache from '../cache';
import { CommunityQuestions } from './CommunityQuestions';

const fakeServer = installFakeServer();

const community = { _id: 'c1', name: 'Columns', visibility: 'public', isMember: true, archived: false };

let isMember: boolean;
let asked: string[];

beforeEach(() => {
  isMember = true;
  asked = [];
  fakeServer.on(['GET /community/getCommunity/*', 'GET /question/getCommunityQuestions/*'], async ({ url: path }) => {
    if (path.startsWith('/community/')) return new Response(JSON.stringify({ ...community, isMember }));
    asked.push(path);
    return new Response('[]', { headers: { 'x-total-count': '0' } });
  });
});

let edit: CacheEditor;
function Editor() {
  edit = useCacheEditor();
  return null;
}

async function show(address = '/communities/c1') {
  // Some modules load first.
  const { router } = await act(async () =>
    renderApp(
      [{ path: routes.community.pattern, element: <CommunityQuestions isLoadedOnDemand={false} communityId="c1" /> }],
      {
        address,
        beside: <Editor />,
      },
    ),
  );
  return router;
}

const asking = (): [string | undefined, URLSearchParams] => {
  const [path, query] = asked.at(-1)?.split('?') ?? [];
  return [path, new URLSearchParams(query)];
};

describe('the questions of a community', () => {
  it('follow the order and the search of the address', async () => {
    const router = await show('/communities/c1?search=roof&order=relevance');
    await screen.findByText('0 questions');
    expect(asking()[0]).toBe('/question/getCommunityQuestions/c1');
    expect(Object.fromEntries(asking()[1])).toMatchObject({ order: 'relevance', search: 'roof', view: 'card' });
    expect(screen.getByRole('heading', { name: 'Search Results' })).toBeVisible();
    await userEvent.clear(screen.getByLabelText('Search this community'));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    // The page follows the address.
    await screen.findByRole('heading', { name: 'Questions' });
    await userEvent.click(screen.getByRole('button', { name: 'Most Viewed' }));
    expect(router.state.location).toMatchObject({ pathname: '/communities/c1', search: '?order=mostViewed' });
    expect(screen.getByRole('heading', { name: 'Questions' })).toBeVisible();
  });

  it('link to possible actions if there are none', async () => {
    await show('/communities/c1?search=roof');
    expect(await screen.findByRole('heading', { name: 'No Questions Found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Clear the search' })).toHaveAttribute('href', '/communities/c1');
    expect(await screen.findByRole('link', { name: 'Ask this question' })).toHaveAttribute(
      'href',
      '/new/question?communityId=c1&title=roof',
    );
    expect(screen.getByRole('link', { name: 'Search everywhere' })).toHaveAttribute(
      'href',
      '/questionPage?search=roof',
    );
    expect(screen.queryByRole('link', { name: 'Browse the tags' })).toBeNull();
    const scopes = within(screen.getByRole('navigation', { name: 'Search in' }));
    expect(scopes.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Everywhere', '/questionPage?search=roof'],
      ['Columns', '/communities/c1?search=roof'],
      ['My posts', '/communities/c1?search=roof+by%3Aann'],
    ]);
    expect(scopes.getByRole('link', { current: true })).toHaveTextContent('Columns');
    await userEvent.click(await screen.findByText('Search help'));
    expect(screen.getByRole('link', { name: 'is:answered' })).toHaveAttribute(
      'href',
      '/communities/c1?search=roof+is%3Aanswered',
    );
  });

  it('are asked only by members', async () => {
    isMember = false;
    await show();
    expect(await screen.findByText('Please join the community to ask a question.')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'No Questions Found' })).toBeVisible();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('appear when they are asked there, and nowhere else', async () => {
    await show();
    await screen.findByText('0 questions');
    const question = (_id: string, communityId?: string): Question => ({
      ...{ _id, title: _id, text: '', tags: [], answers: [], askedBy: 'ben', askDateTime: '2026-11-21T00:00:00.000Z' },
      ...{ views: [], upVotes: [], downVotes: [], comments: [], viewCount: 0, answerCount: 0, score: 0 },
      ...(communityId && { communityId }),
    });
    act(() => cache.questionUpdated(edit, question('elsewhere')));
    act(() => cache.questionUpdated(edit, question('in another', 'c2')));
    expect(screen.queryByRole('article')).toBeNull();
    expect(screen.queryByRole('button', { name: /new question/ })).toBeNull();
    act(() => cache.questionUpdated(edit, question('here', 'c1')));
    expect(screen.getByRole('link', { name: 'here' })).toBeVisible();
    // A part of the card loads: React continues only within an awaited `act`.
    await act(() => userEvent.click(screen.getByRole('button', { name: 'Most Viewed' })));
    await screen.findByText('0 questions');
    act(() => cache.questionUpdated(edit, question('there', 'c1')));
    expect(screen.getByText('1 questions')).toBeVisible();
  });

  it('are offered in a list that is not empty, and fetched on request', async () => {
    await show();
    await screen.findByText('0 questions');
    const question = { _id: 'first', title: 'first', text: '', tags: [], answers: [], askedBy: 'ben' };
    const rest = { askDateTime: '2026-11-21T00:00:00.000Z', views: [], upVotes: [], downVotes: [], comments: [] };
    const asking = (_id: string): Question => ({
      ...{ ...question, ...rest, _id, viewCount: 0, answerCount: 0, score: 0, communityId: 'c1' },
    });
    // A part of the card loads: React continues only within an awaited `act`.
    await act(async () => cache.questionUpdated(edit, asking('first')));
    act(() => screen.getByRole('link', { name: 'first' }).focus());
    act(() => cache.questionUpdated(edit, asking('second')));
    const before = asked.length;
    vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    await userEvent.click(screen.getByRole('button', { name: '1 new question – show' }));
    await waitFor(() => expect(asked.length).toBeGreaterThan(before));
  });

  it('complete the operators of their search', async () => {
    const router = await show();
    Element.prototype.scrollIntoView = () => undefined;
    await userEvent.type(screen.getByLabelText('Search this community'), 'is:un');
    await userEvent.click(await screen.findByRole('option', { name: 'is:unanswered without answers' }));
    await waitFor(() => expect(router.state.location.search).toBe('?search=is%3Aunanswered'));
    expect(screen.queryByRole('listbox')).toBeNull();
  });
});
