// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { beforeEach, describe, expect, it, vi } from 'vitest';

type Listener = (event: object) => void;

const scope = 'https://qa.example.org/forum/';
const source = readFileSync(join(import.meta.dirname, 'serviceWorker.js'), 'utf8');

let listeners: Record<string, Listener>;
const showNotification = vi.fn();
const openWindow = vi.fn();
const fetch = vi.fn();
const match = vi.fn();
const put = vi.fn();
let pages: { url: string; visibilityState?: string; focus: () => void }[];
let endpoint: string;

beforeEach(() => {
  vi.resetAllMocks();
  listeners = {};
  pages = [];
  endpoint = 'https://push.example/1';
  const toJSON = () => ({ endpoint: 'https://push.example', expirationTime: null, keys: { auth: 'a', p256dh: 'p' } });
  const subscribe = (options: object) => Promise.resolve({ toJSON, options });
  const context = createContext({
    SITE: { version: '1-ab', title: 'Porch', files: ['theme-boot.js', 'assets/a.js'] },
    registration: { scope, showNotification, pushManager: { subscribe, getSubscription: async () => ({ endpoint }) } },
    clients: { matchAll: async () => pages, openWindow },
    caches: { match, open: async () => ({ put }) },
    addEventListener: (name: string, listener: Listener) => {
      listeners[name] = listener;
    },
    fetch,
    URL,
    Response,
  });
  runInContext(source, context);
});

/** Dispatches an event and waits for the work that it causes. */
async function dispatch(name: string, event: object): Promise<void> {
  let work: unknown;
  listeners[name]?.({ ...event, waitUntil: (promise: unknown) => (work = promise) });
  await work;
}

const message = (text: string) => ({ data: { json: () => JSON.parse(text) as unknown } });

/** Returns the response of the worker to a request; undefined if it leaves the request to the browser. */
async function response(url: string, mode = 'no-cors'): Promise<Response | undefined> {
  let answer: Promise<Response> | undefined;
  const respondWith = (promise: Promise<Response>) => {
    answer = promise;
  };
  listeners.fetch?.({ request: { url, mode }, preloadResponse: Promise.resolve(), respondWith });
  return answer;
}

describe('a push message', () => {
  it('is shown with its title, text and path', async () => {
    await dispatch('push', message('{"title":"Ben answered","body":"Around it.","path":"/question/1","id":"n"}'));
    const options = { body: 'Around it.', tag: 'n', data: '/question/1', icon: `${scope}icon-192.png` };
    expect(showNotification).toHaveBeenCalledExactlyOnceWith('Ben answered', options);
  });

  it.each([
    'no JSON',
    'null',
    '3',
    '"text"',
    '[]',
    '{}',
    '{"title":null,"body":null}',
  ])('that says nothing is shown too: %s', async (text) => {
    await dispatch('push', message(text));
    const options = expect.objectContaining({ body: 'There is something new.' });
    expect(showNotification).toHaveBeenCalledExactlyOnceWith('Porch', options);
  });

  it('is not shown over a visible page, which shows what is new itself', async () => {
    pages = [{ url: `${scope}home`, visibilityState: 'visible', focus: vi.fn() }];
    await dispatch('push', message('{}'));
    expect(showNotification).not.toHaveBeenCalled();
  });

  it.each([
    ['the pages are hidden', 'hidden', 'https://push.example/1'],
    ['Safari would end the subscription', 'visible', 'https://web.push.apple.com/1'],
  ])('is shown if %s', async (_, visibilityState, of) => {
    pages = [{ url: `${scope}home`, visibilityState, focus: vi.fn() }];
    endpoint = of;
    await dispatch('push', message('{}'));
    expect(showNotification).toHaveBeenCalledOnce();
  });

  it('without data is shown too', async () => {
    await dispatch('push', { data: null });
    expect(showNotification).toHaveBeenCalledExactlyOnceWith('Porch', expect.anything());
  });
});

describe('a click on a notification', () => {
  const click = (data: unknown) => dispatch('notificationclick', { notification: { data, close: () => undefined } });

  it('opens its page below the path of the site', async () => {
    await click('/question/1#2');
    expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${scope}question/1#2`);
  });

  it('opens the home page without a path', async () => {
    await click(undefined);
    expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${scope}home`);
  });

  it.each(['//evil.example/', 'https://evil.example/', '/../../../x'])('opens no other site: %s', async (path) => {
    await click(path);
    expect(openWindow).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^https:\/\/qa\.example\.org\//));
  });

  it('focuses the page if it is open', async () => {
    const focus = vi.fn();
    pages = [
      { url: `${scope}home`, focus: vi.fn() },
      { url: `${scope}question/1`, focus },
    ];
    await click('/question/1');
    expect(focus).toHaveBeenCalledOnce();
    expect(openWindow).not.toHaveBeenCalled();
  });
});

it('tells the server of a subscription that the browser has replaced', async () => {
  fetch.mockResolvedValueOnce({ json: async () => ({ publicKey: 'key' }) });
  await dispatch('pushsubscriptionchange', {});
  expect(fetch.mock.calls).toEqual([
    [`${scope}user/getPushSettings`],
    [
      `${scope}user/addPushDevice`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"endpoint":"https://push.example","keys":{"auth":"a","p256dh":"p"}}',
      },
    ],
  ]);
});

describe('a request', () => {
  const offline = () => fetch.mockRejectedValue(new TypeError('offline'));

  it('of a page goes to the server, and without a network the shell answers', async () => {
    fetch.mockResolvedValueOnce('from the server');
    expect(await response(`${scope}question/1`, 'navigate')).toBe('from the server');
    offline();
    match.mockResolvedValue('the shell');
    expect(await response(`${scope}question/1`, 'navigate')).toBe('the shell');
    expect(match).toHaveBeenCalledExactlyOnceWith(scope, { cacheName: 'stoa/forum-shell-1-ab', ignoreVary: true });
  });

  it('of the login leads home without a network', async () => {
    offline();
    const redirect = await response(scope, 'navigate');
    expect(redirect?.headers.get('location')).toBe(`${scope}home`);
  });

  it('of a versioned file asks the server once', async () => {
    const file = new Response('file');
    fetch.mockResolvedValueOnce(file);
    expect(await response(`${scope}assets/b.js`)).toBe(file);
    expect(put).toHaveBeenCalledOnce();
    match.mockResolvedValue('the stored file');
    expect(await response(`${scope}assets/b.js`)).toBe('the stored file');
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('of another file of the shell goes to the server first', async () => {
    match.mockResolvedValue('the stored file');
    fetch.mockResolvedValueOnce('from the server');
    expect(await response(`${scope}theme-boot.js`)).toBe('from the server');
    offline();
    expect(await response(`${scope}theme-boot.js`)).toBe('the stored file');
  });

  it('of data is left to the browser', async () => {
    expect(await response(`${scope}question/getQuestionById/1`)).toBeUndefined();
    expect(await response('https://qa.example.org/assets/a.js')).toBeUndefined();
    expect(fetch).not.toHaveBeenCalled();
  });
});
