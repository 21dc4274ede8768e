import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../lib/routes';
import { installFakeServer } from '../testing/fakeServer';
import { renderApp } from '../testing/renderApp';
import { SearchBox } from './SearchBox';

const fakeServer = installFakeServer();

const found = {
  questions: [
    { _id: 'q', title: 'Where is the wallet?', answerCount: 1, accepted: false },
    {
      _id: 'r',
      title: 'Which file?',
      answerCount: 2,
      accepted: true,
      match: { title: ['Which file?'], postId: 'a', postBy: 'ben', passage: ['Yours is the ', 'wallet', ' *file*.'] },
    },
  ],
  total: 12,
  tags: [{ name: 'wallet', questionCount: 3 }],
  users: ['walter'],
  communities: [{ _id: 'c', name: 'Wallets' }],
};

const communityId = '1'.repeat(13);

let asked: string[];
let corrections: object;
beforeEach(() => {
  asked = [];
  corrections = {};
  fakeServer.on('GET /search/getSuggestions', ({ url }) => {
    asked.push(new URLSearchParams(url.split('?')[1]).get('text') ?? '');
    return { ...found, ...corrections };
  });
  // jsdom has no layout.
  vi.stubGlobal('scrollTo', () => undefined);
  Element.prototype.scrollIntoView = () => undefined;
});

async function show(address: string) {
  const page = (
    <>
      <SearchBox />
      <Link to="/tags">Elsewhere</Link>
    </>
  );
  const { router } = await act(async () => renderApp([{ path: '*', element: page }], { address }));
  const address_ = () => router.state.location.pathname + router.state.location.search;
  return { leadsTo: (wanted: string) => waitFor(() => expect(address_()).toBe(wanted)) };
}

const box = () => screen.getByLabelText('Search Questions');
const list = () => screen.findByRole('listbox', { name: 'Suggestions' });
const selected = () => screen.queryByRole('option', { selected: true });
const user = userEvent.setup();

describe('suggestions', () => {
  it('are of four kinds, and to ask', async () => {
    await show('/tags');
    await user.type(box(), 'wal');
    const options = within(await list());
    for (const [name, to] of [
      ['Where is the wallet? 1 answer', routes.question.to('q')],
      ['Which file? 2 answers, one accepted Yours is the wallet file.', routes.question.to('r', 'a')],
      ['All 12 results', routes.questions.to({ search: 'wal' })],
      ['wallet 3 questions', routes.questions.to({ tag: 'wallet' })],
      ['walter', routes.user.to('walter')],
      ['Wallets', routes.community.to('c')],
      ['In my posts', routes.questions.to({ search: 'wal by:ann' })],
      ['Ask this question', routes.newQuestion.to({ title: 'wal' })],
    ] as const) {
      expect(await options.findByRole('option', { name })).toHaveAttribute('href', to);
    }
    expect(box()).toHaveAttribute('aria-expanded', 'true');
    expect(box()).toHaveAttribute('aria-controls', (await list()).id);
  });

  it('are selected with the arrow keys and opened with Enter', async () => {
    const page = await show('/tags');
    await user.type(box(), 'wal');
    await screen.findByRole('option', { name: 'walter' });
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(selected()).toHaveTextContent('All 12 results');
    expect(box()).toHaveAttribute('aria-activedescendant', selected()?.id);
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(selected(), 'the box itself').toBeNull();
    expect(box()).not.toHaveAttribute('aria-activedescendant');
    await user.keyboard('{ArrowUp}');
    expect(selected()).toHaveTextContent('Ask this question');
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{Enter}');
    await page.leadsTo('/user/walter');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(box()).toHaveValue('');
  });

  it('leave Enter to the search while none is selected', async () => {
    const page = await show('/tags');
    await user.type(box(), ' wal ');
    await list();
    await user.keyboard('{Enter}');
    await page.leadsTo('/questionPage?search=wal');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('close on Escape, which keeps the text, and when the focus leaves', async () => {
    await show('/home');
    await user.type(box(), 'wal');
    await list();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(box()).toHaveValue('wal');
    await user.type(box(), 'l');
    await list();
    await user.tab();
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('are fetched for the text after a pause, not for each letter', async () => {
    await show('/tags');
    await user.type(box(), 'wallet');
    await waitFor(() => expect(asked.at(-1)).toBe('wallet'));
    expect(asked.length).toBeLessThan(4);
    expect(asked).not.toContain('wall');
  });

  it('do not exist for a blank text, nor on the question list', async () => {
    await show('/tags');
    await user.type(box(), '  ');
    expect(box()).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('do not exist on the question list, whose list is the result', async () => {
    const page = await show('/questionPage');
    await user.type(box(), 'wal');
    await page.leadsTo('/questionPage?search=wal');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(box()).toHaveAttribute('aria-expanded', 'false');
    expect(asked).toEqual([]);
  });

  it.each([
    ['/questionPage?search=wal&order=votes&period=week', 'l', '?search=wall'],
    ['/questionPage?tag=x&order=active', 'wal', '?tag=x&search=wal'],
    ['/questionPage?search=w&order=relevance', '{Backspace}', ''],
  ])('the order of %s does not stick to the next search', async (address, typed, search) => {
    const page = await show(address);
    await user.type(box(), typed);
    await page.leadsTo(`/questionPage${search}`);
  });

  it('mark what was found in a passage, and lead to the answer that it is from', async () => {
    await show('/tags');
    await user.type(box(), 'wal');
    const option = await screen.findByRole('option', { name: /^Which file/ });
    await waitFor(() => expect(option.querySelector('mark')).toHaveTextContent('wallet'));
    expect(option.querySelector('em')).toHaveTextContent('file');
  });

  it('offer a corrected search, and the one that was typed', async () => {
    Object.assign(corrections, { searchedFor: 'wallet [x]', suggestion: 'ballet [x]' });
    await show('/tags');
    await user.type(box(), 'Walet [[x]');
    expect(await screen.findByRole('group', { name: 'Showing results for “wallet [x]”' })).toBeVisible();
    for (const [name, search] of [
      ['Did you mean ballet [x]?', 'ballet [x]'],
      ['Search for Walet [x] instead', '"Walet" [x]'],
    ] as const) {
      expect(screen.getByRole('option', { name })).toHaveAttribute('href', routes.questions.to({ search }));
    }
  });

  it('search the community that is open', async () => {
    fakeServer.on('GET /community/getCommunity/*', () => ({ _id: communityId, name: 'Columns' }));
    await show(routes.community.to(communityId));
    await user.type(box(), ' wal ');
    const scope = await screen.findByRole('option', { name: 'In Columns' });
    expect(scope).toHaveAttribute('href', routes.community.to(communityId, { search: 'wal' }));
  });
});

describe('operators', () => {
  it('are all offered by the arrow key down, on the list too', async () => {
    const page = await show('/questionPage');
    await user.type(box(), 'wal{ArrowDown}');
    const options = within(await list());
    expect(options.getAllByRole('option')).toHaveLength(10);
    expect(box()).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(selected()).toHaveTextContent('is:accepted with an accepted answer');
    await user.keyboard('{Enter}');
    expect(box()).toHaveValue('wal is:accepted ');
    expect(screen.queryByRole('listbox')).toBeNull();
    await page.leadsTo('/questionPage?search=wal+is%3Aaccepted');
    await user.keyboard('{ArrowDown}');
    expect(await list()).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(box()).toHaveValue('wal is:accepted ');
  });

  it('are completed where the caret is, after the list has followed the typing too', async () => {
    fakeServer.on('GET /tag/getTagsWithQuestionNumber', ({ query }) =>
      query.get('search') === 'pl' ? [{ _id: 't', name: 'plutus', description: '', qcnt: 3 }] : [],
    );
    fakeServer.on('GET /user/getUsers', ({ query }) => (query.get('search') === 'be' ? [{ username: 'ben' }] : []));
    const page = await show('/questionPage');
    await user.type(box(), 'one two');
    await user.type(box(), ' -tag:pl', { initialSelectionStart: 3, initialSelectionEnd: 3 });
    await page.leadsTo('/questionPage?search=one+-tag%3Apl+two');
    await user.click(await screen.findByRole('option', { name: '-[plutus] 3 questions' }));
    expect(box()).toHaveValue('one -[plutus] two');
    expect((box() as HTMLInputElement).selectionStart).toBe('one -[plutus] '.length);
    await user.keyboard('user:be');
    await user.click(await screen.findByRole('option', { name: 'user:ben asked by ben' }));
    expect(box()).toHaveValue('one -[plutus] user:ben two');
    await user.keyboard('score:');
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'score:1 with a score of at least 1',
      'score:3 with a score of at least 3',
      'score:5 with a score of at least 5',
      'score:10 with a score of at least 10',
    ]);
    await user.keyboard('5');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('come before the pages elsewhere', async () => {
    await show('/tags');
    await user.type(box(), 'wal is:un');
    await screen.findByRole('option', { name: 'walter' });
    const [first] = screen.getAllByRole('option');
    expect(first).toHaveTextContent('is:unanswered without answers');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(box()).toHaveValue('wal is:unanswered ');
    expect(await list()).toBeVisible();
  });
});
