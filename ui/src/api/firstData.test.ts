import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const request = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', request);
  request.mockImplementation(async () => Response.json('from the server'));
});

afterEach(() => {
  document.body.replaceChildren();
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie of a session
  document.cookie = 'XSRF-TOKEN=; max-age=0';
  vi.restoreAllMocks();
  vi.resetModules();
  request.mockReset();
});

const lists = { '/list?limit=1': { items: [{ title: 'a' }], total: 7, next: '/list?cursor=1' } };
const others = { '/other': ['b'] };
const around = { '/around': { body: ['c'], headers: { 'x-unread-count': '3' } } };

/** Opens a page with data. */
async function open(data: unknown) {
  document.body.innerHTML = `<script id="first-data" type="application/json">${JSON.stringify(data)}</script>`;
  const [page, client] = [await import('./firstData'), await import('./client')];
  return { ...page, ...client };
}

it('returns the replies that are in the page', async () => {
  const { firstReply } = await open({ user: null, lists, others });
  expect(firstReply('/list?limit=1')).toMatchObject({ path: '/list?limit=1', items: [{ title: 'a' }], total: 7 });
  expect(firstReply('/other')).toEqual(['b']);
  expect(firstReply('/list')).toBeUndefined();
});

it('returns nothing in a page without data', async () => {
  const { firstData, firstReply } = await import('./firstData');
  expect(firstData).toBeNull();
  expect(firstReply('/other')).toBeUndefined();
});

it('answers calls with the replies that are in the page', async () => {
  const { addFirstReply, get, getPage } = await open({ user: null, lists, others, around });
  addFirstReply('/added', null);
  expect(await getPage('/list?limit=1')).toMatchObject({ items: [{ title: 'a' }], total: 7, next: '/list?cursor=1' });
  expect(await get('/other')).toEqual(['b']);
  expect(await get('/added')).toBeNull();
  expect(await get('/around')).toEqual(['c']);
  expect(request).not.toHaveBeenCalled();
  expect(await get('/another')).toBe('from the server');
});

it('lets the server answer the second call: its data may have changed with time', async () => {
  const { get } = await open({ user: null, others });
  expect(await get('/other')).toEqual(['b']);
  expect(await get('/other')).toBe('from the server');
});

it('lets the server answer when the data may have changed', async () => {
  const { forgetFirstReplies, get } = await open({ user: null, others });
  forgetFirstReplies();
  expect(await get('/other')).toBe('from the server');
});

it('lets the server answer after a write', async () => {
  const { get, post } = await open({ user: null, others });
  await post('/write', {});
  expect(await get('/other')).toBe('from the server');
});

it('keeps what does not change when something is marked as seen', async () => {
  const { get, patchSeen } = await open({ user: null, others: { ...others, '/seen/1': 'new' } });
  await patchSeen('/mark', {}, ['/seen/']);
  expect(await get('/other')).toEqual(['b']);
  expect(await get('/seen/1')).toBe('from the server');
});

it('lets the server answer after a refusal: the session may have ended', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { get } = await open({ user: null, others });
  request.mockResolvedValueOnce(new Response('', { status: 401 }));
  await expect(get('/another')).rejects.toThrow();
  expect(await get('/other')).toBe('from the server');
});

it('lets the server answer when the page is old', async () => {
  const { get } = await open({ user: null, others });
  vi.spyOn(performance, 'now').mockReturnValue(20_001);
  expect(await get('/other')).toBe('from the server');
});

it('lets the server answer when the page comes from the cache of the browser', async () => {
  vi.stubGlobal('performance', { now: () => 0, getEntriesByType: () => [{ transferSize: 0 }] });
  const { get } = await open({ user: null, others });
  expect(await get('/other')).toBe('from the server');
  vi.unstubAllGlobals();
});

it('lets the server answer a member whose page was made for readers without a session, and the other way round', async () => {
  const { get } = await open({ user: { _id: 'u' }, others });
  expect(await get('/other')).toBe('from the server');
  vi.resetModules();
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie of a session
  document.cookie = 'XSRF-TOKEN=token';
  expect(await get('/other')).toEqual(['b']);
  const other = await open({ user: null, others });
  expect(await other.get('/other')).toBe('from the server');
});
