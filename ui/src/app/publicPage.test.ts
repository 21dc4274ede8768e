import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { site } from '../lib/site';
import { installFakeServer, rejection } from '../testing/fakeServer';
import { listenOnPublicPages } from './publicPage';

const fakeServer = installFakeServer();

let left: AbortController;
const changed = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  changed.mockClear();
  left = new AbortController();
  window.addEventListener('popstate', changed, { signal: left.signal });
  listenOnPublicPages(left.signal);
});
afterEach(() => {
  left.abort();
  vi.useRealTimers();
  site.features = { ...site.features, mail: false };
});

const answer = () => ({ ...site, features: { ...site.features, mail: true } });

/** The visitor returns to the page after a time. */
async function comeBack(afterMs: number) {
  vi.advanceTimersByTime(afterMs);
  window.dispatchEvent(new Event('focus'));
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
}

it('takes over what has changed of the site when the visitor returns, once', async () => {
  fakeServer.on('GET /site/getSite', answer);
  await comeBack(20_000);
  expect(site.features.mail).toBe(true);
  expect(changed).toHaveBeenCalledOnce();
  await comeBack(1000);
  expect(fakeServer.requests).toHaveLength(1);
});

it('leaves the page as it is when nothing has changed, or the server does not reply', async () => {
  fakeServer.on('GET /site/getSite', () => rejection(503));
  await comeBack(20_000);
  fakeServer.on('GET /site/getSite', () => ({ ...site }));
  await comeBack(20_000);
  expect(fakeServer.requests).toHaveLength(2);
  expect(changed).not.toHaveBeenCalled();
});

it('asks nothing after the visitor has logged in', async () => {
  left.abort();
  await comeBack(20_000);
  expect(fakeServer.requests).toEqual([]);
});
