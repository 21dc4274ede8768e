import { act, render, screen } from '@testing-library/react';
import useSWR, { SWRConfig } from 'swr';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const network = vi.hoisted(() => ({
  isThere: true,
  events: {} as Record<string, () => void>,
  anyEvent: (_: string) => {},
  asked: [] as unknown[],
  answer: async (): Promise<unknown> => false,
}));
/** Imports a module as if it came over the network. */
const overNetwork = <Part,>(part: Part): Part => {
  if (!network.isThere) throw new TypeError('no network');
  return part;
};
vi.mock('socket.io-client', () =>
  overNetwork({
    io: () => ({
      on: (name: string, does: () => void) => {
        network.events[name] = does;
      },
      onAny: (does: (name: string) => void) => {
        network.anyEvent = does;
      },
      off: () => {},
      timeout: () => ({
        emitWithAck: (...event: unknown[]) => {
          network.asked.push(event);
          return network.answer();
        },
      }),
    }),
  }),
);
vi.mock('./liveHandlers', () => overNetwork({ createHandlers: () => ({}), syncTabs: () => () => {} }));

const moment = '1234';

beforeEach(() => {
  Object.assign(network, { isThere: true, events: {}, asked: [], answer: async () => false });
  const entry = { serverTiming: [{ name: 'cdn' }, { name: 'at', description: moment }] };
  Object.assign(performance, { getEntriesByType: () => [entry] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.resetModules();
});

const fetched = vi.fn(async () => 'data');

/** Shows whether the page is connected. */
async function open() {
  const { useLiveUpdates } = await import('./useLiveUpdates');
  const { UserContext } = await import('../lib/session');
  const Live = () => {
    useSWR({ type: 'site', path: '/data' }, fetched);
    return useLiveUpdates() ? 'connected' : 'lost';
  };
  fetched.mockClear();
  const user = { _id: 'u', username: 'ann', dateJoined: '', biography: '', questionCount: 0, answerCount: 0 };
  await act(async () =>
    render(
      <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
        <UserContext value={user}>
          <Live />
        </UserContext>
      </SWRConfig>,
    ),
  );
}

const connect = () => act(async () => network.events.connect?.());

it('says that it is not connected when it could not be loaded, and is loaded when the network is there', async () => {
  network.isThere = false;
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await open();
  expect(screen.getByText('connected')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  expect(screen.getByText('lost')).toBeVisible();
  network.isThere = true;
  await act(async () => window.dispatchEvent(new Event('online')));
  await vi.waitFor(() => expect(network.events.connect).toBeDefined());
  await connect();
  expect(screen.getByText('connected')).toBeVisible();
});

it('fetches nothing again at the first connect if the server says that nothing was missed', async () => {
  network.answer = async () => true;
  await open();
  await vi.waitFor(() => expect(network.events.connect).toBeDefined());
  await connect();
  expect(network.asked).toEqual([['resume', { since: moment, user: 'u' }]]);
  expect(fetched).toHaveBeenCalledTimes(1);
  await connect();
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
  expect(network.asked).toHaveLength(1);
});

it.each([
  ['if events may have been missed', async () => false],
  ['without an answer', () => Promise.reject(new Error('timeout'))],
])('fetches everything again %s', async (_, answer) => {
  network.answer = answer;
  await open();
  await vi.waitFor(() => expect(network.events.connect).toBeDefined());
  await connect();
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
});

it('answers no call from the page after an event, except for that of views', async () => {
  document.body.innerHTML =
    '<script id="first-data" type="application/json">{"user":null,"others":{"/a":1,"/b":1}}</script>';
  vi.stubGlobal('fetch', async () => Response.json(2));
  await open();
  await vi.waitFor(() => expect(network.events.connect).toBeDefined());
  const { get } = await import('../api/client');
  network.anyEvent('viewsUpdate');
  expect(await get('/a')).toBe(1);
  network.anyEvent('questionUpdate');
  expect(await get('/b')).toBe(2);
});

it.each([
  [
    'a call had no response',
    async () => void (await (await import('../api/client')).get('/new').catch(() => undefined)),
  ],
  ['the device has no network', async () => void window.dispatchEvent(new Event('offline'))],
])('says that the server is out of reach as soon as %s, until it is found again', async (_, lose) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let isThere = false;
  vi.stubGlobal('fetch', async () => {
    if (!isThere) throw new TypeError('no network');
    return Response.json({});
  });
  network.answer = async () => true;
  await open();
  await vi.waitFor(() => expect(network.events.connect).toBeDefined());
  await connect();
  expect(screen.getByText('connected')).toBeVisible();
  vi.useFakeTimers();
  await act(lose);
  expect(screen.getByText('lost')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(3500));
  expect(screen.getByText('lost')).toBeVisible();
  isThere = true;
  await act(() => vi.advanceTimersByTimeAsync(3500));
  expect(screen.getByText('connected')).toBeVisible();
});
