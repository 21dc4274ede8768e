import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, useSearchParams } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { markConnected } from '../lib/connection';
import { useFocusRestore } from '../lib/useFocusRestore';
import { installFakeServer } from '../testing/fakeServer';
import { renderApp } from '../testing/renderApp';
import { PagedList } from './PagedList';

const fakeServer = installFakeServer();

/** The lists of the server: 50 numbers, 20 per page. `?list=none` is empty. */
let requests: string[];
let answer: (path: string) => Promise<Response>;

async function serve(path: string): Promise<Response> {
  const query = new URLSearchParams(path.split('?')[1]);
  if (query.get('list') === 'none') return new Response('[]', { headers: { 'x-total-count': '0' } });
  const from = Number(query.get('from') ?? 0);
  const items = Array.from({ length: Math.min(20, 50 - from) }, (_, index) => `${query.get('list')} ${from + index}`);
  query.set('from', String(from + 20));
  const headers = new Headers({ 'x-total-count': '50' });
  if (from + 20 < 50) headers.set('link', `</numbers?${query}>; rel="next"`);
  return new Response(JSON.stringify(items), { headers });
}

/** Elements come into view when the test says so. */
let observers: { callback: IntersectionObserverCallback; isObserving: boolean }[];

function scrollToEnd() {
  act(() => {
    for (const { callback, isObserving } of observers) {
      const entry = { isIntersecting: true } as IntersectionObserverEntry;
      if (isObserving) callback([entry], {} as IntersectionObserver);
    }
  });
}

beforeEach(() => {
  requests = [];
  observers = [];
  answer = serve;
  fakeServer.on('GET /numbers', ({ url: path }) => {
    requests.push(path);
    return answer(path);
  });
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly self: (typeof observers)[number];
      constructor(callback: IntersectionObserverCallback) {
        this.self = { callback, isObserving: false };
        observers.push(this.self);
      }
      observe() {
        this.self.isObserving = true;
      }
      disconnect() {
        this.self.isObserving = false;
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

function List() {
  const [query] = useSearchParams();
  const root = useFocusRestore<HTMLDivElement>();
  return (
    <div ref={root}>
      <h1>Numbers</h1>
      <PagedList<string>
        listKey={{ type: 'questionList', path: `/numbers?list=${query.get('list') ?? 'a'}` }}
        live
        errorText="Error when fetching numbers"
        empty={<p>No numbers</p>}
      >
        {(items) => items.map((item) => <article key={item}>{item}</article>)}
      </PagedList>
      <Link to="/?list=b">b</Link>
      <Link to="/?list=none">none</Link>
      <Link to="/elsewhere">elsewhere</Link>
    </div>
  );
}

let visits = 0;

/** Renders the list at a new entry of the history. */
function show() {
  visits += 1;
  const { router } = renderApp(
    [
      { path: '/', element: <List /> },
      { path: '/elsewhere', element: <h1>Elsewhere</h1> },
    ],
    { address: { pathname: '/', key: `visit ${visits}` } },
  );
  return router;
}

const items = () => screen.queryAllByRole('article').length;
const shows = (count: number) => waitFor(() => expect(items()).toBe(count));

describe('a list', () => {
  it('loads more near its end, and marks the end', async () => {
    show();
    await shows(20);
    scrollToEnd();
    expect(await screen.findByText('Loading more…')).toHaveAttribute('role', 'status');
    await shows(40);
    await waitFor(() => expect(screen.queryByText('Loading more…')).toBeNull());
    expect(screen.queryByText('That is all.')).toBeNull();
    scrollToEnd();
    await shows(50);
    expect(screen.getByText('That is all.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    scrollToEnd();
    expect(requests).toHaveLength(3);
  });

  it('loads more with a button', async () => {
    show();
    await shows(20);
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
    await shows(40);
  });

  it('keeps the focus at the newly loaded items', async () => {
    show();
    await shows(20);
    screen.getByRole('button', { name: 'Load more' }).focus();
    answer = async () => new Response('The site is busy', { status: 503 });
    await userEvent.keyboard('{Enter}');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(document.activeElement).toContainElement(retry);
    expect(document.activeElement).not.toContainElement(screen.getByText('a 19'));
    retry.focus();
    answer = serve;
    await userEvent.keyboard('{Enter}');
    await shows(40);
    expect(document.activeElement).toContainElement(screen.getByText('a 20'));
    expect(document.activeElement).not.toContainElement(screen.getByText('a 19'));
  });

  it('shows the same items after going back, without a fetch', async () => {
    const router = show();
    await shows(20);
    scrollToEnd();
    await shows(40);
    await userEvent.click(screen.getByRole('link', { name: 'elsewhere' }));
    await screen.findByRole('heading', { name: 'Elsewhere' });
    await act(() => router.navigate(-1));
    expect(items()).toBe(40);
    expect(requests).toHaveLength(2);
  });

  it('is fetched again after going back if the connection was lost meanwhile', async () => {
    const router = show();
    await shows(20);
    await userEvent.click(screen.getByRole('link', { name: 'elsewhere' }));
    await screen.findByRole('heading', { name: 'Elsewhere' });
    markConnected();
    await act(() => router.navigate(-1));
    expect(items()).toBe(20);
    await waitFor(() => expect(requests).toHaveLength(2));
  });

  it('keeps its pages when the address changes, but not the list', async () => {
    const router = show();
    await shows(20);
    scrollToEnd();
    await shows(40);
    await act(() => router.navigate('/?other=1', { replace: true }));
    expect(items()).toBe(40);
    expect(requests).toHaveLength(2);
  });

  it('offers to try again where a part fails', async () => {
    show();
    await shows(20);
    answer = async () => new Response('The site is busy', { status: 503 });
    scrollToEnd();
    expect(await screen.findByRole('alert')).toHaveTextContent('Error when fetching numbers');
    expect(items()).toBe(20);
    answer = serve;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await shows(40);
  });

  it('replaces the next list only until that is loaded, and is marked as busy', async () => {
    show();
    await shows(20);
    let release = () => {};
    const wait = new Promise<void>((resolve) => {
      release = resolve;
    });
    answer = async (path) => {
      await wait;
      return serve(path);
    };
    await userEvent.click(screen.getByRole('link', { name: 'b' }));
    expect(screen.getByText('a 0').parentElement).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByRole('button', { name: 'Load more' }), 'which is the other list’s').toBeNull();
    release();
    expect((await screen.findByText('b 0')).parentElement).toHaveAttribute('aria-busy', 'false');
  });

  it('does not replace a list that cannot be fetched', async () => {
    show();
    await shows(20);
    answer = async () => new Response('The site is busy', { status: 503 });
    await userEvent.click(screen.getByRole('link', { name: 'b' }));
    await screen.findByRole('alert');
    expect(items()).toBe(0);
  });

  it('without items says so', async () => {
    show();
    await shows(20);
    await userEvent.click(screen.getByRole('link', { name: 'none' }));
    expect(await screen.findByText('No numbers')).toBeVisible();
    expect(screen.queryByText('That is all.')).toBeNull();
  });
});
