import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { installFakeServer } from '../../../testing/fakeServer';
import { renderApp } from '../../../testing/renderApp';
import { addNewQuestion } from '../newQuestions';
import QuestionListPage from './QuestionListPage';

const fakeServer = installFakeServer();

const card = {
  _id: 'q',
  title: 'Where do wallets live?',
  text: 'In the *wallet* folder.',
  truncated: false,
  tags: [{ _id: 't', name: 'wallet', description: '' }],
  askedBy: 'ann',
  askDateTime: '2026-11-21T00:00:00.000Z',
  answerCount: 2,
  viewCount: 1,
  score: -1,
  starred: false,
  accepted: true,
  closed: true,
};

let headers: Record<string, string>;
let items: (typeof card)[];
let asked: string[];

beforeEach(() => {
  headers = {};
  items = [card];
  asked = [];
  fakeServer.on('GET /question/getQuestion', async ({ url: path }) => {
    asked.push(path);
    return new Response(JSON.stringify(items), { headers: { 'x-total-count': String(items.length), ...headers } });
  });
});

function show(address: string) {
  const user = { _id: 'u', username: 'ann', dateJoined: '', biography: '' };
  const { router } = renderApp([{ path: '/questionPage', element: <QuestionListPage /> }], {
    address: address,
    user,
    swr: { dedupingInterval: 2000 },
  });
  return router;
}

const marks = () => Array.from(document.querySelectorAll('mark'), (mark) => mark.textContent);

describe('the question list', () => {
  it('states in words that a question is accepted or closed', async () => {
    show('/questionPage');
    expect(await screen.findByText('closed')).toBeVisible();
    expect(screen.getByText('2').closest('li')).toHaveTextContent('2 answers, one accepted');
    expect(screen.getByText('-1').closest('li')).toHaveTextContent('-1 vote');
    expect(screen.queryByText('Search help')).toBeNull();
    expect(marks()).toEqual([]);
  });

  it('orders only search results by relevance', async () => {
    const router = show('/questionPage?order=relevance');
    await screen.findByText('1 questions');
    expect(asked[0]).toContain('order=newest');
    expect(screen.queryByRole('button', { name: 'Relevance' })).toBeNull();
    await router.navigate('/questionPage?search=wallet');
    await userEvent.click(await screen.findByRole('button', { name: 'Relevance' }));
    expect(router.state.location.search).toBe('?search=wallet&order=relevance');
    await waitFor(() => expect(asked.at(-1)).toContain('order=relevance'));
  });

  it('marks found words in titles and texts', async () => {
    show('/questionPage?search=wallets');
    await waitFor(() => expect(marks()).toEqual(['wallets', 'wallet']));
    expect(screen.getByRole('link', { name: 'Where do wallets live?' })).toBeVisible();
    expect(screen.queryByText(/No question has/)).toBeNull();
  });

  it('says when not all words were found', async () => {
    headers = { 'x-search-match': 'any' };
    show('/questionPage?search=wallet+zebra');
    expect(await screen.findByText('No result has all words; showing partial matches.')).toBeVisible();
  });

  it('says which similar words were looked for, and marks those', async () => {
    headers = { 'x-search-match': 'similar', 'x-searched-for': encodeURIComponent('wallet 100%') };
    show('/questionPage?search=walet+100%25');
    const note = await screen.findByText(/Nothing matches/);
    expect(note).toHaveTextContent('Nothing matches “walet 100%”. Showing results for “wallet 100%”.');
    await waitFor(() => expect(marks()).toEqual(['wallets', 'wallet']));
  });

  it('says in which tag it searched, and lets that go', async () => {
    const router = show('/questionPage?tag=plutus&search=wallet');
    await userEvent.click(await screen.findByRole('link', { name: 'plutus: search everywhere instead' }));
    expect(router.state.location.search).toBe('?search=wallet&order=newest');
  });

  it('takes no order that an object has by nature', async () => {
    show('/questionPage?order=constructor');
    await screen.findByText('1 questions');
    expect(asked[0]).toContain('order=newest');
  });

  it('knows ways on where nothing is found', async () => {
    items = [];
    show('/questionPage?tag=x&search=y');
    expect(await screen.findByRole('heading', { name: 'No Questions Found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Search in all questions' })).toHaveAttribute(
      'href',
      '/questionPage?search=y',
    );
    expect(screen.getByRole('link', { name: 'Clear the search' })).toHaveAttribute('href', '/questionPage?tag=x');
    await userEvent.click(await screen.findByText('Search help'));
    expect(screen.getByRole('link', { name: 'is:unanswered' })).toHaveAttribute(
      'href',
      '/questionPage?search=y+is%3Aunanswered',
    );
  });

  it('keeps the focus on the page when the pressed element disappears', async () => {
    items = [];
    vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    show('/questionPage?tag=x&search=y');
    const press = async (role: 'link' | 'button', name: string) => {
      (await screen.findByRole(role, { name })).focus();
      await userEvent.keyboard('{Enter}');
      await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    };
    await press('link', 'x: search everywhere instead');
    await press('link', 'Clear the search');
    const posts = { answers: [], views: [], upVotes: [], downVotes: [], comments: [] };
    act(() => addNewQuestion({ ...card, ...posts, _id: 'new' }));
    await press('button', '1 new question – show');
  });
});
