import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installFakeServer, listResponse, rejection } from '../testing/fakeServer';
import { getSearchPage } from './search';

const fakeServer = installFakeServer();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Runs a search and returns the number of its items, or the status of its failure. */
const search = async (path: string) => {
  const outcome = getSearchPage(path).then(
    ({ items }) => items.length,
    (error: { status: number }) => error.status,
  );
  await vi.runAllTimersAsync();
  return outcome;
};

it('a search is repeated until it runs', async () => {
  const refusals = [rejection(429), rejection(429)];
  fakeServer.on('GET /list', () => refusals.shift() ?? listResponse(['found']));
  expect(await search('/list?search=wallet')).toBe(1);
  expect(fakeServer.requests).toHaveLength(3);
});

it('a search that is refused again and again fails', async () => {
  fakeServer.on('GET /list', () => rejection(429));
  expect(await search('/list?search=wallet')).toBe(429);
  expect(fakeServer.requests).toHaveLength(5);
});

it('a search that failed otherwise, and a list without a search, are not repeated', async () => {
  fakeServer.on('GET /list', ({ query }) => rejection(query.has('search') ? 503 : 429));
  expect(await search('/list?search=wallet')).toBe(503);
  expect(await search('/list?order=newest')).toBe(429);
  expect(fakeServer.requests).toHaveLength(2);
});

it('a search is not repeated after the same one in another order', async () => {
  fakeServer.on('GET /list', ({ query }) =>
    query.get('order') === 'newest' ? listResponse(['found']) : rejection(429),
  );
  const searches = [search('/list?order=relevance&search=wallet'), search('/list?order=newest&search=wallet')];
  expect(await Promise.all(searches)).toEqual([429, 1]);
});

it('a list without a search does not end the repetition', async () => {
  const refusals = [rejection(429)];
  fakeServer.on('GET /list', () => refusals.shift() ?? listResponse(['found']));
  expect(await Promise.all([search('/list?search=wallet'), search('/list?order=newest')])).toEqual([1, 1]);
});

it('a search is not repeated after a newer one', async () => {
  fakeServer.on('GET /list', ({ query }) => (query.get('search') === 'wal' ? rejection(429) : listResponse(['found'])));
  const [older, newer] = await Promise.all([search('/list?search=wal'), search('/list?search=wallet')]);
  expect([older, newer]).toEqual([429, 1]);
  expect(fakeServer.requests).toHaveLength(2);
});
