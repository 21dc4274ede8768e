import { base, stripBase } from './base';

/** A response with a status other than 200: the status, its message and its headers. */
export class ApiError extends Error {
  readonly status: number;
  readonly headers: Headers | undefined;

  constructor(status: number, sentence: string, headers?: Headers) {
    super(sentence);
    this.name = 'ApiError';
    this.status = status;
    this.headers = headers;
  }
}

/** Returns when to try again, if the server asks for patience. */
export function waitOf(error: unknown): string {
  const retryAfter = error instanceof ApiError && error.status === 429 && Number(error.headers?.get('retry-after'));
  return retryAfter
    ? `Try again in ${retryAfter > 90 ? `${Math.ceil(retryAfter / 60)} minutes` : `${Math.max(retryAfter, 2)} seconds`}.`
    : '';
}

/**
 * A response that the server did not write, such as a proxy's page while the server is down. Except for the login form
 * it counts as no response.
 */
export class ForeignResponse extends TypeError {
  readonly status: number;
  readonly body: string;

  constructor(status: number, body: string) {
    super(`${status} ${body}`);
    this.status = status;
    this.body = body;
  }
}

/** One page of a list. */
export type Page<T> = {
  /** The path of the request. */
  path: string;
  /** The time of the request, in milliseconds of `performance.now()`. */
  requestedAt: number;
  items: T[];
  /** The length of the whole list. */
  total: number;
  /** The path of the next page. */
  next: string | null;
  /** How the search matched: all of its words, any of them, similar words, or the words of phrases that nobody wrote. */
  match: 'all' | 'any' | 'similar' | 'words' | null;
  /** The search that ran in place of the requested one. */
  searchedFor: string | null;
  /** A search that may have been meant. */
  suggestion?: string | null;
  /** The words that the search used, if it had too many or too common ones. */
  searchWords: string | null;
};

let authErrorListener: ((path: string) => void) | undefined;

/**
 * Sets the listener for calls that fail with 401 or 403: the session may have ended or belong to
 * another user.
 */
export function onAuthError(listener: ((path: string) => void) | undefined): void {
  authErrorListener = listener;
}

let reachListener: ((isReachable: boolean) => void) | undefined;

/** Sets the listener that learns from each call whether the server could be reached. */
export function onReach(listener: ((isReachable: boolean) => void) | undefined): void {
  reachListener = listener;
}

/** The offset of the server's clock from this browser's, in milliseconds. */
let clockOffset = 0;

/**
 * Returns the current time of the server's clock in milliseconds, up to a second late. Timestamps
 * in responses use that clock.
 */
export const serverNow = () => Date.now() + clockOffset;

/** Replies that are known without a request, until they are forgotten because the data may have changed. */
type FirstReplies = {
  /** Returns the response to a call of a browser with or without a session. */
  find: (path: string, hasSession: boolean) => Response | undefined;
  /** Forgets the replies to all paths, or to those that begin like one of some. */
  forget: (beginnings?: readonly string[]) => void;
};

let firstReplies: FirstReplies | undefined;

/** Answers calls from now on with these replies, until the first write or refusal. */
export function answerFrom(replies: FirstReplies): void {
  firstReplies = replies;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Returns the token of this browser's session, if its cookie exists. It is another one in each session. */
export const xsrfToken = () => document.cookie.match(/(?:^|; )XSRF-TOKEN=([^;]*)/)?.[1];

async function request(
  method: Method,
  path: string,
  body?: unknown,
  logMessage = `${method} ${path}`,
  signal: AbortSignal | null = null,
  changes?: readonly string[],
): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' });
  const token = xsrfToken();
  const first = method === 'GET' ? firstReplies?.find(path, !!token) : firstReplies?.forget(changes);
  if (first) return first;
  if (token && method !== 'GET') headers.set('x-xsrf-token', token);
  if (body !== undefined) headers.set('content-type', 'application/json');
  try {
    const response = await fetch(base + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal,
    });
    reachListener?.(true);
    const date = response.headers.get('date');
    if (date) clockOffset = Date.parse(date) - Date.now();
    if (response.status === 401 || response.status === 403) {
      firstReplies?.forget();
      authErrorListener?.(path);
    }
    if (response.status !== 200) {
      const text = await response.text();
      const isServers = response.headers.get('content-type')?.startsWith('text/plain');
      if (!isServers) throw new ForeignResponse(response.status, text);
      throw new ApiError(response.status, text, response.headers);
    }
    return response;
  } catch (error) {
    // The console shows every failure, whatever the page says: the message of the call, and apart from it what the
    // server wrote. An aborted request is none.
    if (!signal?.aborted) {
      console.error(logMessage, error);
      if (error instanceof TypeError) reachListener?.(false);
    }
    throw error;
  }
}

async function json<T>(
  method: Method,
  path: string,
  body?: unknown,
  logMessage?: string,
  signal?: AbortSignal,
): Promise<T> {
  const response = await request(method, path, body, logMessage, signal);
  return (await response.json()) as T;
}

export const get = <T>(path: string, logMessage?: string, signal?: AbortSignal) =>
  json<T>('GET', path, undefined, logMessage, signal);
export const post = <T>(path: string, body: unknown, logMessage?: string, signal?: AbortSignal) =>
  json<T>('POST', path, body, logMessage, signal);
export const patch = <T>(path: string, body: unknown, logMessage?: string) => json<T>('PATCH', path, body, logMessage);

/**
 * Marks something as seen, which changes no replies but those to paths that begin like some. Pages do it when they open: the
 * other replies in the page stay true.
 */
export async function patchSeen<T>(path: string, body: object, changes: readonly string[]): Promise<T> {
  const response = await request('PATCH', path, body, undefined, null, changes);
  return (await response.json()) as T;
}

export const del = <T>(path: string, body?: unknown, logMessage?: string) => json<T>('DELETE', path, body, logMessage);

function nextPath(response: Response): string | null {
  const path = response.headers.get('link')?.match(/<([^>]*)>; rel="next"/)?.[1];
  return path ? stripBase(path) : null;
}

/** Fetches a resource that is, or contains, one page of a list, and the path of the next page. */
export async function getWithNext<T>(path: string): Promise<{ body: T; next: string | null }> {
  const response = await request('GET', path);
  return { body: (await response.json()) as T, next: nextPath(response) };
}

/** Fetches one page of a list. Failures are logged with `logMessage`. */
export async function getPage<T>(path: string, logMessage?: string): Promise<Page<T>> {
  const requestedAt = performance.now();
  const response = await request('GET', path, undefined, logMessage);
  const header = (name: string) => response.headers.get(name);
  const items = (await response.json()) as T[];
  const decoded = (name: string) => {
    const value = header(name);
    return value === null ? null : decodeURIComponent(value);
  };
  return {
    path,
    requestedAt,
    items,
    total: Number(header('x-total-count') ?? items.length),
    next: nextPath(response),
    match: header('x-search-match') as Page<T>['match'],
    searchedFor: decoded('x-searched-for'),
    suggestion: decoded('x-search-suggestion'),
    searchWords: decoded('x-search-words'),
  };
}

/** Returns whether the server rejected a call because the caller is not signed in. */
export const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401;
