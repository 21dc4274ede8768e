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
  questions: [{ _id: 'q', title: 'Where is the wallet?' }],
  tags: [{ name: 'wallet', questionCount: 3 }],
  users: ['walter'],
  communities: [{ _id: 'c', name: 'Wallets' }],
};

let asked: string[];
beforeEach(() => {
  asked = [];
  fakeServer.on('GET /search/getSuggestions', ({ url }) => {
    asked.push(new URLSearchParams(url.split('?')[1]).get('text') ?? '');
    return found;
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
      ['Where is the wallet?', routes.question.to('q')],
      ['wallet 3 questions', routes.questions.to({ tag: 'wallet' })],
      ['walter', routes.user.to('walter')],
      ['Wallets', routes.community.to('c')],
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
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(selected()).toHaveTextContent('wallet');
    expect(box()).toHaveAttribute('aria-activedescendant', selected()?.id);
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(selected(), 'the box itself').toBeNull();
    expect(box()).not.toHaveAttribute('aria-activedescendant');
    await user.keyboard('{ArrowUp}');
    expect(selected()).toHaveTextContent('Ask this question');
    await user.keyboard('{ArrowUp}{ArrowUp}{Enter}');
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
    await user.type(screen.getByRole('searchbox', { name: 'Search Questions' }), 'wal');
    await page.leadsTo('/questionPage?search=wal');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(asked).toEqual([]);
  });
});
