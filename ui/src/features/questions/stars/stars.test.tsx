import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { QuestionCard, StarNote } from '../../../api/generated';
import { useCacheEditor } from '../../../lib/useCacheEditor';
import { installFakeServer } from '../../../testing/fakeServer';
import { renderApp } from '../../../testing/renderApp';
import { QuestionStar } from './QuestionStar';
import { StarredPanel } from './StarredPanel';
import { syncTabs } from './toggleStar';

const fakeServer = installFakeServer();

const card: QuestionCard = {
  _id: 'q',
  title: 'Why?',
  text: 'Because.',
  truncated: false,
  tags: [],
  askedBy: 'ben',
  askDateTime: '2026-11-21T00:00:00.000Z',
  answerCount: 2,
  viewCount: 7,
  score: 5,
  starred: true,
  accepted: true,
  closed: false,
  isPrivate: false,
};

/** The starred questions on the server, and its error, if any. */
let starred: Set<string>;
let refusal: { status: number } | null;
let calls: string[];
let release: (() => void) | null;

beforeEach(() => {
  [starred, refusal, calls, release] = [new Set(['q']), null, [], null];
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fakeServer.on('* /star/*', async ({ url: path, method, body }) => {
    if (path.startsWith('/star/getStars?')) {
      const items = [...starred].map((_id) => ({ ...card, _id, title: `Why ${_id}?` }));
      return new Response(JSON.stringify(items), { headers: { 'x-total-count': String(items.length) } });
    }
    if (path.startsWith('/star/getStar/')) {
      const qid = path.split('/').at(-1) ?? '';
      return new Response(JSON.stringify({ qid, starred: starred.has(qid) }));
    }
    calls.push(`${method} ${path} ${body}`);
    if (release) await new Promise<void>((go) => (release = go));
    if (refusal) return new Response('The site is busy, please try again', refusal);
    const { qid } = JSON.parse(String(body)) as { qid: string };
    if (method === 'POST') starred.add(qid);
    else starred.delete(qid);
    return new Response(JSON.stringify({ qid, starred: method === 'POST' }));
  });
  fakeServer.on('GET /star/getStarNotes', ({ query }) =>
    query.get('ids') === 'q' ? [{ qid: 'q', note: 'Read again' } satisfies StarNote] : [],
  );
});
afterEach(() => {
  vi.restoreAllMocks();
});

function OtherTabs() {
  const edit = useCacheEditor();
  const { mutate } = useSWRConfig();
  useEffect(() => syncTabs(edit, mutate), [edit, mutate]);
  return null;
}

function show() {
  const page = (
    <>
      <QuestionStar qid="q" title="Why q?" />
      <QuestionStar qid="r" title="Why r?" />
      <StarredPanel />
    </>
  );
  renderApp(page, { beside: <OtherTabs /> });
}

const box = () => screen.getByRole('region', { name: 'Starred Posts' });
const boxed = () =>
  within(box())
    .queryAllByRole('link', { name: /^Why/ })
    .map(({ textContent }) => textContent);
const star = (title: string) => screen.getAllByRole('button', { name: `Star: ${title}` })[0] as HTMLElement;
const isStarred = (title: string) => star(title).getAttribute('aria-pressed') === 'true';
const user = userEvent.setup({ delay: null });

it('a star is disabled until its state is known', async () => {
  show();
  await user.click(star('Why q?'));
  expect(calls).toEqual([]);
  await waitFor(() => expect(star('Why q?')).toBeEnabled());
  expect(isStarred('Why q?')).toBe(true);
});

it('a starred question shows its note', async () => {
  show();
  expect(await within(box()).findByText('Read again')).toBeVisible();
  expect(within(box()).getByRole('button', { name: 'Note and reminder: Why q?' })).toBeVisible();
});

it('a star shows immediately, and then in the panel', async () => {
  show();
  await waitFor(() => expect(boxed()).toEqual(['Why q?']));
  expect(box()).toHaveTextContent('2 answers, ✓ accepted · asked by ben');
  expect([isStarred('Why q?'), isStarred('Why r?')]).toEqual([true, false]);
  release = () => {};
  await user.click(star('Why r?'));
  await waitFor(() => expect(calls).toEqual(['POST /star/addStar {"qid":"r"}']));
  expect(isStarred('Why r?')).toBe(true);
  expect(boxed()).toEqual(['Why q?']);
  await act(async () => release?.());
  await waitFor(() => expect(boxed()).toEqual(['Why q?', 'Why r?']));
});

it('a removed star leaves the panel', async () => {
  show();
  await waitFor(() => expect(boxed()).toEqual(['Why q?']));
  await user.click(within(box()).getByRole('button', { name: 'Star: Why q?' }));
  expect(await within(box()).findByText('No starred questions yet!')).toBeVisible();
  expect(calls).toEqual(['DELETE /star/removeStar {"qid":"q"}']);
  expect(isStarred('Why q?')).toBe(false);
  expect(within(box()).getByRole('link', { name: 'Find questions to star' })).toHaveAttribute('href', '/questionPage');
});

it('the last press wins', async () => {
  show();
  await waitFor(() => expect(boxed()).toEqual(['Why q?']));
  await user.click(star('Why r?'));
  await user.click(star('Why r?'));
  await user.click(star('Why r?'));
  await waitFor(() => expect(calls.map((call) => call.split(' ')[0])).toEqual(['POST', 'DELETE', 'POST']));
  await waitFor(() => expect(boxed()).toEqual(['Why q?', 'Why r?']));
  expect(isStarred('Why r?')).toBe(true);
});

it.each([
  [503, 'Why r?', 'Error while adding / removing a star'],
  [503, 'Why q?', 'Error while adding / removing a star'],
  [401, 'Why r?', 'You must be logged in to star a question.'],
  [401, 'Why q?', 'You must be logged in to remove a star.'],
])('a press on a star that fails with %i for %s shows: %s', async (status, title, sentence) => {
  show();
  await waitFor(() => expect(boxed()).toEqual(['Why q?']));
  const before = isStarred(title);
  refusal = { status };
  await user.click(star(title));
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  expect(isStarred(title)).toBe(before);
  refusal = null;
  await user.click(star(title));
  await waitFor(() => expect(isStarred(title)).toBe(!before));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a star of another tab shows in this one', async () => {
  show();
  await waitFor(() => expect(boxed()).toEqual(['Why q?']));
  const otherTab = new BroadcastChannel('stars');
  starred.add('r');
  otherTab.postMessage({ qid: 'r', starred: true });
  await waitFor(() => expect(boxed()).toEqual(['Why q?', 'Why r?']));
  expect(isStarred('Why r?')).toBe(true);
  starred.delete('q');
  otherTab.postMessage({ qid: 'q', starred: false });
  await waitFor(() => expect(boxed()).toEqual(['Why r?']));
  expect(isStarred('Why q?')).toBe(false);
  otherTab.close();
});
