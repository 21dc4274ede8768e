import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Question, QuestionCard } from '../../../api/generated';
import { routes } from '../../../lib/routes';
import { installFakeServer, listResponse, rejection } from '../../../testing/fakeServer';
import { renderApp } from '../../../testing/renderApp';
import { addNewQuestion } from '../newQuestions';
import QuestionListPage from './QuestionListPage';

const fakeServer = installFakeServer();

const card: QuestionCard = {
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
  isPrivate: false,
};

let headers: Record<string, string>;
let items: QuestionCard[];
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

/** Shows the list and loads its parts. React continues after a part has loaded only within an awaited `act`. */
async function show(address: string) {
  const user = { _id: 'u', username: 'ann', dateJoined: '', biography: '' };
  const { router } = await act(async () =>
    renderApp([{ path: '/questionPage', element: <QuestionListPage /> }], {
      address,
      user,
      swr: { dedupingInterval: 2000 },
    }),
  );
  await act(() => vi.dynamicImportSettled());
  return router;
}

/** Posts a question in another browser. */
const arrive = (_id: string, more: Partial<Question> = {}) =>
  act(() => addNewQuestion({ ...card, ...lists, _id, title: `Asked ${_id}`, ...more }));
const lists = { answers: [], views: [], upVotes: [], downVotes: [], comments: [] };
const titles = () => Array.from(document.querySelectorAll('article h2 a'), ({ textContent }) => textContent);
const offer = () => screen.queryByRole('button', { name: /new question/ });

const marks = () => Array.from(document.querySelectorAll('mark'), (mark) => mark.textContent);

describe('the question list', () => {
  it('states in words that a question is accepted or closed', async () => {
    await show('/questionPage');
    expect(await screen.findByText('closed')).toBeVisible();
    expect(screen.getByText('2').closest('span')).toHaveTextContent('2 answers, one accepted');
    expect(screen.getByText('-1').closest('p')).toHaveTextContent('-1 vote');
    expect(screen.queryByText('Search help')).toBeNull();
    expect(marks()).toEqual([]);
  });

  it('shows pinned questions above the list, and leaves them out of each of its pages', async () => {
    items = [{ ...card, _id: 'newer', title: 'Newer' }, card];
    headers = { link: '</question/getQuestion?after=x>; rel="next"' };
    fakeServer.on('GET /question/getPinned', () => [card, { ...card, _id: 'rules', title: 'How to ask' }]);
    await show('/questionPage');
    const panel = await screen.findByRole('region', { name: 'Pinned questions' });
    expect(panel).toHaveTextContent(/Where do wallets live\?.*pinned.*How to ask/);
    await waitFor(() => expect(titles()).toEqual([card.title, 'How to ask', 'Newer']));
    expect(screen.getByText('2 questions')).toBeVisible();
    items = [
      { ...card, _id: 'rules', title: 'How to ask' },
      { ...card, _id: 'old', title: 'Old' },
    ];
    headers = {};
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(titles()).toEqual([card.title, 'How to ask', 'Newer', 'Old']));
  });

  it('inserts new questions below the pinned ones', async () => {
    fakeServer.on('GET /question/getPinned', () => [{ ...card, _id: 'rules', title: 'How to ask' }]);
    await show('/questionPage');
    await screen.findByText('How to ask');
    await arrive('new');
    expect(titles()).toEqual(['How to ask', 'Asked new', card.title]);
  });

  it('shows no pinned questions among the results of a search', async () => {
    fakeServer.on('GET /question/getPinned', () => [{ ...card, _id: 'rules', title: 'How to ask' }]);
    await show('/questionPage?search=wallet');
    await screen.findByText('1 questions');
    expect(screen.queryByText('How to ask')).toBeNull();
  });

  it('marks the community of a private question', async () => {
    items = [{ ...card, communityId: 'c', communityName: 'Night Shift', isPrivate: true }];
    await show('/questionPage');
    expect(await screen.findByRole('link', { name: 'Private Night Shift' })).toBeVisible();
  });

  it('orders only search results by relevance', async () => {
    const router = await show('/questionPage?order=relevance');
    await screen.findByText('1 questions');
    expect(asked[0]).toContain('order=newest');
    expect(screen.queryByRole('button', { name: 'Relevance' })).toBeNull();
    await router.navigate('/questionPage?search=wallet');
    await userEvent.click(await screen.findByRole('button', { name: 'Relevance' }));
    expect(router.state.location.search).toBe('?search=wallet&order=relevance');
    await waitFor(() => expect(asked.at(-1)).toContain('order=relevance'));
  });

  it('orders by the votes of a period, which the address names', async () => {
    const router = await show('/questionPage?tag=wallet&order=newest&period=week');
    await screen.findByText('1 questions');
    expect(asked.at(-1)).not.toContain('period');
    expect(screen.queryByRole('combobox', { name: 'Period' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Most Votes' }));
    const period = await screen.findByRole('combobox', { name: 'Period' });
    expect(period).toHaveDisplayValue('All time');
    expect(router.state.location.search).toBe('?tag=wallet&order=votes');
    await userEvent.selectOptions(period, 'Past month');
    expect(router.state.location.search).toBe('?tag=wallet&order=votes&period=month');
    await waitFor(() => expect(asked.at(-1)).toMatch(/order=votes.*period=month/));
    await userEvent.click(screen.getByRole('button', { name: 'Active' }));
    expect(router.state.location.search).toBe('?tag=wallet&order=active');
  });

  it('orders search results by relevance until another order is chosen', async () => {
    const router = await show('/questionPage?search=wallet');
    await screen.findByText('1 questions');
    expect(asked).toEqual([expect.stringContaining('order=relevance')]);
    expect(router.state.location.search).toBe('?search=wallet');
    expect(screen.getByRole('button', { name: 'Relevance' })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Newest' }));
    await waitFor(() => expect(asked.at(-1)).toContain('order=newest'));
    await act(() => router.navigate('/questionPage?search=wallets&order=newest'));
    await waitFor(() => expect(asked.at(-1)).toMatch(/order=newest.*search=wallets/));
  });

  const match = {
    title: ['Where do ', 'wallets', ' live?'],
    postId: 'q',
    postBy: 'ann',
    passage: ['The ', 'wallet', ' is *here*'],
  };

  it('marks found words in the title and in the passage, which replaces the excerpt', async () => {
    items = [{ ...card, match }];
    await show('/questionPage?search=wallets');
    expect(await screen.findByRole('link', { name: 'Where do wallets live?' })).toBeVisible();
    const link = await screen.findByRole('link', { name: 'The wallet is here' });
    expect(link).toHaveAttribute('href', '/question/q');
    expect(link.querySelector('em')).toHaveTextContent('here');
    expect(marks()).toEqual(['wallets', 'wallet']);
    expect(screen.queryByText(/folder/)).toBeNull();
    expect(screen.queryByText(/partial matches/)).toBeNull();
  });

  it('links a passage to the answer that it is from', async () => {
    items = [{ ...card, match: { ...match, postId: 'a', postBy: 'ben', passage: ['', 'The wallet', ' is here'] } }];
    await show('/questionPage?search=wallets');
    const link = await screen.findByRole('link', { name: 'Answer by ben: The wallet is here' });
    expect(link).toHaveAttribute('href', '/question/q#a');
    expect(screen.getByRole('link', { name: 'Where do wallets live?' })).toHaveAttribute('href', '/question/q#a');
  });

  it('shows the operators of a search, and removes each', async () => {
    const router = await show('/questionPage?tag=x&search=where+[plutus]+is:accepted&order=votes');
    const filters = within(await screen.findByRole('list', { name: 'Filters' }));
    expect(filters.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'tag plutus ×',
      'accepted answer ×',
    ]);
    await userEvent.click(filters.getByRole('link', { name: 'tag plutus: remove this filter' }));
    expect(router.state.location.search).toBe('?tag=x&order=votes&search=where+is%3Aaccepted');
    await userEvent.click(await screen.findByRole('link', { name: 'accepted answer: remove this filter' }));
    expect(router.state.location.search).toBe('?tag=x&order=votes&search=where');
    expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull();
  });

  it('searches the posts of the viewer, and everything again', async () => {
    const router = await show('/questionPage?search=where');
    await userEvent.click(await screen.findByRole('link', { name: 'My posts' }));
    expect(router.state.location.search).toBe('?search=where+by%3Aann');
    expect(screen.getByRole('link', { current: true })).toHaveTextContent('My posts');
    await userEvent.click(screen.getByRole('link', { name: 'Everywhere' }));
    expect(router.state.location.search).toBe('?search=where');
  });

  it('shows the formulas, the code and the links of a passage, and marks no formula', async () => {
    const passage = [
      'The ',
      'wallet',
      ' $w_{',
      'wallet',
      '}$ in `my ',
      'wallet',
      '`: **',
      'wallet',
      '** https://example.org/x',
    ];
    items = [{ ...card, match: { ...match, passage } }];
    await show('/questionPage?search=wallets');
    // Roles cannot be asked for: jsdom has no styles for MathML.
    await waitFor(() => expect(document.querySelector('.katex')).not.toBeNull());
    const link = document.querySelector('.katex')?.closest('a') as HTMLElement;
    expect(link.querySelector('annotation')).toHaveTextContent(/^w_{wallet}$/);
    expect(link.querySelector('code')).toHaveTextContent(/^my wallet$/);
    expect(link.querySelector('strong > mark')).toHaveTextContent(/^wallet$/);
    expect([...link.querySelectorAll('mark')]).toHaveLength(3);
    expect(link.querySelector('a')).toBeNull();
    expect(link.textContent).not.toMatch(/[\ue000\ue001]/);
  });

  it('shows the excerpt if no post matches', async () => {
    items = [{ ...card, match: { ...match, passage: [] } }];
    await show('/questionPage?search=wallets');
    expect(await screen.findByText(/folder/)).toBeVisible();
    expect(marks()).toEqual(['wallets']);
  });

  it('shows HTML in a passage as text', async () => {
    items = [{ ...card, match: { ...match, passage: ['<img src=x> ', '<b>wallet</b>'] } }];
    await show('/questionPage?search=wallets');
    expect(await screen.findByRole('link', { name: '<img src=x> <b>wallet</b>' })).toBeVisible();
  });

  it('shows a title that was changed after the search', async () => {
    items = [{ ...card, title: 'Where are they?', match }];
    await show('/questionPage?search=wallets');
    expect(await screen.findByRole('link', { name: 'Where are they?' })).toBeVisible();
  });

  it('says when not all words were found', async () => {
    headers = { 'x-search-match': 'any' };
    await show('/questionPage?search=wallet+zebra');
    expect(await screen.findByText('No result has all words; showing partial matches.')).toBeVisible();
  });

  it('says which similar words were looked for', async () => {
    headers = { 'x-search-match': 'similar', 'x-searched-for': encodeURIComponent('wallet 100%') };
    await show('/questionPage?search=Walet+100%25');
    const note = await screen.findByText(/No question contains/);
    expect(note).toHaveTextContent('No question contains “Walet”. Showing results for “wallet 100%”.');
    expect(screen.getByRole('link', { name: 'Search for “Walet 100%” instead' })).toHaveAttribute(
      'href',
      '/questionPage?search=%22Walet%22+100%25',
    );
  });

  it('offers a search that may have been meant, above results and in place of them', async () => {
    headers = { 'x-search-suggestion': encodeURIComponent('importance') };
    const router = await show('/questionPage?search=impotence');
    const offered = () => screen.findByRole('link', { name: '“importance”' });
    expect((await offered()).closest('p')).toHaveTextContent('Did you mean “importance”?');
    items = [];
    await act(() => router.navigate('/questionPage?tag=x&search=impotence+is:accepted'));
    await screen.findByRole('heading', { name: 'No Questions Found' });
    expect(await offered()).toHaveAttribute('href', '/questionPage?tag=x&search=importance');
  });

  it('says that nobody wrote a phrase', async () => {
    headers = { 'x-search-match': 'words' };
    await show('/questionPage?search=%22wallet+zebra%22');
    expect(await screen.findByText(/^Nobody wrote these words in this order/)).toBeVisible();
  });

  it('says which words of a long search were used, even if they found nothing', async () => {
    headers = { 'x-search-words': 'wallet 100%25' };
    items = [];
    await show('/questionPage?search=where+is+the+wallet+100%25');
    expect(await screen.findByText(/Only these were used/)).toHaveTextContent(
      'The search has too many or too common words. Only these were used: wallet 100%',
    );
  });

  it('repeats the newest search after a refusal, without an error', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const refusals = [rejection(429)];
    fakeServer.on('GET /question/getQuestion', ({ url }) => {
      asked.push(url);
      return refusals.shift() ?? listResponse(items);
    });
    const alerts: Node[] = [];
    const observer = new MutationObserver(() => alerts.push(...screen.queryAllByRole('alert')));
    observer.observe(document.body, { childList: true, subtree: true });
    await show('/questionPage?search=wallets');
    expect(await screen.findByText('1 questions', {}, { timeout: 5_000 })).toBeVisible();
    observer.disconnect();
    expect(alerts).toEqual([]);
    expect(asked).toHaveLength(2);
  });

  it('does not repeat a refused search that a newer one follows, until the user returns to it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let reply = (_: Response) => {};
    fakeServer.on('GET /question/getQuestion', ({ query }) => {
      asked.push(query.get('search') ?? '');
      return new Promise<Response>((resolve) => {
        reply = resolve;
      });
    });
    const router = await show('/questionPage?search=wal');
    const cancel = reply;
    await act(() => router.navigate('/questionPage?search=wallet'));
    await act(async () => cancel(rejection(429)));
    await act(async () => reply(listResponse(items)));
    expect(screen.getByText('1 questions')).toBeVisible();
    expect(asked).toEqual(['wal', 'wallet']);
    await act(() => router.navigate(-1));
    expect(asked).toEqual(['wal', 'wallet', 'wal']);
    expect(screen.queryByRole('alert')).toBeNull();
    await act(async () => reply(listResponse([])));
    expect(screen.getByText('0 questions')).toBeVisible();
  });

  it('says in which tag it searched, and lets that go', async () => {
    const router = await show('/questionPage?tag=plutus&search=wallet');
    await userEvent.click(await screen.findByRole('link', { name: 'plutus: search everywhere instead' }));
    expect(router.state.location.search).toBe('?search=wallet');
  });

  it('says what its tag is for, with a link to the page of the tag', async () => {
    fakeServer.on('GET /tag/getTagByName/plutus', () => ({ _id: 't', name: 'plutus', description: 'A language.' }));
    // The parts that load later suspend, for which act() must be awaited.
    await show('/questionPage?tag=plutus');
    const link = await screen.findByRole('link', { name: 'About this tag' });
    expect(link).toHaveAttribute('href', '/tagPage?tag=plutus');
    expect(link.parentElement).toHaveTextContent('A language. About this tag');
  });

  it('takes no order that an object has by nature', async () => {
    await show('/questionPage?order=constructor');
    await screen.findByText('1 questions');
    expect(asked[0]).toContain('order=newest');
  });

  it('knows ways on where nothing is found', async () => {
    items = [];
    await show('/questionPage?tag=x&search=y');
    expect(await screen.findByRole('heading', { name: 'No Questions Found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Search in all questions' })).toHaveAttribute(
      'href',
      '/questionPage?search=y',
    );
    expect(screen.getByRole('link', { name: 'Clear the search' })).toHaveAttribute('href', '/questionPage?tag=x');
    expect(screen.getByText(/^Nothing matches/)).toHaveTextContent(/^Nothing matches “y” in the tag x\. Try/);
    expect(screen.getByRole('link', { name: 'Ask this question' })).toHaveAttribute('href', '/new/question?title=y');
    await userEvent.click(await screen.findByText('Search help'));
    expect(screen.getByRole('link', { name: 'is:unanswered' })).toHaveAttribute(
      'href',
      '/questionPage?search=y+is%3Aunanswered',
    );
  });

  it('keeps the focus on the page when the pressed element disappears', async () => {
    items = [];
    vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    await show('/questionPage?tag=x&search=y');
    const press = async (role: 'link' | 'button', name: string) => {
      (await screen.findByRole(role, { name })).focus();
      await userEvent.keyboard('{Enter}');
      await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    };
    await press('link', 'x: search everywhere instead');
    await press('link', 'Clear the search');
    items = [card];
    await userEvent.click(screen.getByRole('button', { name: 'Most Viewed' }));
    await screen.findByRole('article');
    arrive('new');
    await press('button', '1 new question – show');
  });
});

it('offers to remove the filters of a search that finds nothing, and to ask what was typed', async () => {
  items = [];
  await show('/questionPage?search=where+"my+wallet"+[plutus]+is:accepted+-old');
  expect(await screen.findByText(/^Nothing matches/)).toHaveTextContent(
    'Nothing matches “where” with: “my wallet”, tag plutus, accepted answer, without “old”.',
  );
  for (const [name, search] of [
    ['Search without the filter “tag plutus”', 'where "my wallet" is:accepted -old'],
    ['Search without any filter', 'where'],
  ] as const) {
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', routes.questions.to({ search }));
  }
  expect(screen.getByRole('link', { name: 'Ask this question' })).toHaveAttribute(
    'href',
    routes.newQuestion.to({ title: 'where my wallet' }),
  );
});

describe('a new question', () => {
  beforeEach(() => {
    vi.stubGlobal('scrollY', 0);
  });

  it('enters the top of the newest questions at once', async () => {
    await show('/questionPage');
    await screen.findByText('1 questions');
    arrive('a');
    arrive('b', { text: `${'long '.repeat(190)}\n\n${'tail '.repeat(30)}` });
    expect(titles()).toEqual(['Asked b', 'Asked a', card.title]);
    expect(screen.getByText('3 questions')).toBeVisible();
    expect(offer()).toBeNull();
    expect(screen.queryByText(/tail/)).toBeNull();
    expect(asked).toHaveLength(1);
  });

  it('is only offered in a list that is scrolled', async () => {
    vi.stubGlobal('scrollY', 300);
    await show('/questionPage');
    await screen.findByText('1 questions');
    arrive('c');
    expect(offer()).toBeVisible();
    expect(titles()).toEqual([card.title]);
  });

  it('is only offered in a list that has the focus', async () => {
    await show('/questionPage');
    const link = await screen.findByRole('link', { name: card.title });
    act(() => link.focus());
    arrive('d');
    expect(offer()).toBeVisible();
    expect(titles()).toEqual([card.title]);
  });

  it('is only offered in another order', async () => {
    await show('/questionPage?order=active');
    await screen.findByText('1 questions');
    arrive('e');
    expect(offer()).toBeVisible();
    expect(titles()).toEqual([card.title]);
  });

  it('enters an empty list of any order', async () => {
    items = [];
    await show('/questionPage?order=mostViewed');
    await screen.findByText('0 questions');
    arrive('f');
    expect(titles()).toEqual(['Asked f']);
    expect(screen.queryByText('No Questions Found')).toBeNull();
  });

  it('does not move a list that the reader returns to', async () => {
    // The follow menu of a tag suspends, for which act() must be awaited.
    const router = await show('/questionPage?tag=wallet');
    await screen.findByText('1 questions');
    await act(() => router.navigate('/questionPage?search=wallet'));
    await waitFor(() => expect(asked).toHaveLength(2));
    arrive('g');
    await act(() => router.navigate(-1));
    expect(offer()).toBeVisible();
    expect(titles()).toEqual([card.title]);
  });
});
