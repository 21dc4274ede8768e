import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { InboxUnread } from '../api/generated';

export type FakeRequest = {
  method: string;
  /** The path with its query. */
  url: string;
  path: string;
  query: URLSearchParams;
  /** The raw body; null without one. */
  body: string | null;
  /** Aborts the request. */
  signal: AbortSignal | null;
};

/** Returns a `Response`, or data that is sent as JSON. */
type Handler = (request: FakeRequest) => unknown;

type Route = { method: string; path: RegExp; handler: Handler };

/** Parses a route: a method or `*`, and a path in which `*` stands for any text. */
function parse(route: string, handler: Handler): Route {
  const [method = '', path = ''] = route.split(' ');
  const pattern = path.split('*').map((part) => part.replace(/[.\\+?^${}()|[\]]/g, '\\$&'));
  return { method, path: new RegExp(`^${pattern.join('.*')}$`), handler };
}

/** What is unread in an inbox in which all is read. */
export const nothingUnread: InboxUnread = {
  responses: 0,
  mentions: 0,
  mentioningChats: 0,
  own: 0,
  notices: 0,
  reminders: 0,
  hasWatched: false,
};

/**
 * Replaces the server in each test of a file. It routes calls of `fetch` by method and path, and records them. A request
 * without a route fails, and so does its test. Call it at the top of a file, before other hooks.
 */
export function installFakeServer() {
  let routes: Route[] = [];
  const requests: FakeRequest[] = [];
  const unexpected: string[] = [];

  const fetch = async (url: string, { method = 'GET', body = null, signal = null }: RequestInit = {}) => {
    const [path = '', query] = url.split('?');
    const text = body === null ? null : String(body);
    const request = { method, url, path, query: new URLSearchParams(query), body: text, signal };
    requests.push(request);
    const route = routes.findLast(
      (route) => (route.method === '*' || route.method === method) && route.path.test(path),
    );
    if (!route) {
      unexpected.push(`${method} ${url}`);
      throw new TypeError(`Unexpected request: ${method} ${url}`);
    }
    const reply = await route.handler(request);
    // Not `instanceof`: some tests reply with a part of a response.
    const isResponse = typeof reply === 'object' && reply !== null && 'status' in reply && 'headers' in reply;
    return isResponse ? reply : new Response(JSON.stringify(reply));
  };

  beforeEach(() => {
    // Nobody has visited, watches or notes anything, nothing is pinned, nobody is mentioned, moderated, sanctioned, awarded or has chosen a picture, and
    // no tag is described.
    routes = [
      parse('GET /avatar/getAvatars', () => ({ users: {}, communities: {} })),
      parse('GET /mention/*', () => listResponse([])),
      parse('GET /question/getPinned', () => []),
      parse('GET /inbox/getEntries', () => listResponse([])),
      parse('GET /inbox/getUnreadCounts', () => nothingUnread),
      parse('GET /inbox/getMutedKinds', () => []),
      parse('GET /moderation/getSanctions', () => listResponse([])),
      parse('GET /moderation/getNotices', () => ({
        entries: [],
        entryCount: 0,
        badges: [],
        reports: [],
        reportCount: 0,
      })),
      parse('GET /badge/getBadges/*', () => []),
      parse('GET /flag/getQueueCount', () => ({ count: 0 })),
      parse('GET /star/getStarNotes', () => []),
      parse('GET /following/*', () => listResponse([])),
      parse('GET /tag/getTagByName/*', () => rejection(404, 'Tag not found')),
      parse('GET /following/getFollow', ({ query }) => ({
        kind: query.get('kind'),
        object: query.get('object'),
        state: 'normal',
        watchers: 0,
      })),
    ];
    requests.length = unexpected.length = 0;
    vi.stubGlobal('fetch', fetch);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    expect(unexpected, 'requests without a route').toEqual([]);
  });
  return {
    /** Adds one or more routes such as `GET /user/getUser/*`. Later routes take precedence. */
    on: (route: string | string[], handler: Handler) =>
      void routes.push(...[route].flat().map((each) => parse(each, handler))),
    /** All requests of the test. */
    requests,
  };
}

/** Creates a response that rejects a call. */
export const rejection = (status: number, message = 'The site is busy, please try again') =>
  new Response(message, { status });

/** Creates a response with one page of a list. */
export const listResponse = (items: unknown[], headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(items), { headers: { 'x-total-count': String(items.length), ...headers } });
