import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installFakeServer } from '../testing/fakeServer';
import { renderApp } from '../testing/renderApp';
import { AuthorLink } from './AuthorLink';

vi.mock('../api/firstData', () => ({ firstData: { listedAuthors: ['ben'] } }));

const fakeServer = installFakeServer();

let requests: string[];

beforeEach(async () => {
  // Loads before the clock is replaced.
  await import('./HoverCard');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  requests = [];
  fakeServer.on('GET /user/getUser/*', async ({ url }) => {
    requests.push(url);
    return {
      _id: 'b',
      username: 'ben',
      dateJoined: '2026-11-21T12:00:00.000Z',
      biography: 'I like **columns**.\nAnd marble.',
      questionCount: 1,
      answerCount: 2,
    };
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const show = () =>
  renderApp(
    <p>
      <AuthorLink name="ben" /> and <AuthorLink name="ben" />
    </p>,
  );

const link = (index = 0) => screen.getAllByRole('link', { name: 'ben' })[index] as HTMLElement;
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const card = () => screen.queryByLabelText('About ben');
const enter = (index = 0) => fireEvent.pointerEnter(link(index).parentElement as HTMLElement, { pointerType: 'mouse' });
const leave = (index = 0) => fireEvent.pointerLeave(link(index).parentElement as HTMLElement, { pointerType: 'mouse' });

it('fetches nothing for a pointer that only passes', async () => {
  show();
  enter();
  await wait(300);
  leave();
  await wait(1000);
  expect([card(), requests]).toEqual([null, []]);
});

it('shows a card to a pointer that stays, and fetches each user once', async () => {
  show();
  enter();
  await wait(500);
  expect(card()).toHaveTextContent('benMember since November 2026I like columns.1 question · 2 answers');
  leave();
  await wait(300);
  expect(card()).toBeNull();
  enter(1);
  await wait(500);
  expect(card()).not.toBeNull();
  expect(requests).toHaveLength(1);
});

it('closes the card with Escape', async () => {
  show();
  enter();
  await wait(500);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await wait(0);
  expect(card()).toBeNull();
});

it('shows no card to a finger', async () => {
  show();
  fireEvent.pointerEnter(link().parentElement as HTMLElement, { pointerType: 'touch' });
  await wait(1000);
  expect([card(), requests]).toEqual([null, []]);
});

it('asks search engines not to show a name, unless its owner allows it', () => {
  show();
  expect(link().parentElement).not.toHaveAttribute('data-nosnippet');
  renderApp(<AuthorLink name="cem" />);
  expect(screen.getByRole('link', { name: 'cem' }).parentElement).toHaveAttribute('data-nosnippet');
});

it('does not link a deleted account', () => {
  renderApp(<AuthorLink name="[deleted]" />);
  expect(screen.getByText('[deleted]')).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});

it('marks suspended and silenced members for moderators of the site alone', async () => {
  vi.useRealTimers();
  const pages: Record<string, unknown> = {
    a: [{ username: 'cem', kind: 'suspension' }],
    b: [
      { username: 'cem', kind: 'silence' },
      { username: 'ben', kind: 'silence' },
    ],
  };
  fakeServer.on('GET /moderation/getSanctions', ({ url }) => {
    const isFirst = !url.includes('cursor');
    requests.push(url);
    const headers: HeadersInit = isFirst ? { link: '</moderation/getSanctions?cursor=b>; rel="next"' } : {};
    return new Response(JSON.stringify(pages[isFirst ? 'a' : 'b']), { headers });
  });
  const authors = (
    <p>
      <AuthorLink name="ben" /> <AuthorLink name="cem" /> <AuthorLink name="dan" />{' '}
      <AuthorLink name="cem" isMarked={false} />
    </p>
  );
  const { unmount } = renderApp(authors, { user: { username: 'eve' } });
  await act(() => import('./sanctions/SanctionMark'));
  expect([screen.queryByText('Suspended'), requests]).toEqual([null, []]);
  unmount();
  await act(async () => renderApp(authors, { user: { username: 'max', isSiteModerator: true } }));
  expect(await screen.findByText('Suspended')).toBeVisible();
  expect(document.querySelector('p')).toHaveTextContent('ben Silenced cem Suspended dan cem');
  expect(requests).toHaveLength(2);
});
