import { base, within } from './base';

/** The server's answer, if it is not 200: its status and the sentence that it says. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(sentence);
    this.name = 'ApiError';
    this.status = status;
  }
}

/** A part of a list. */
export type Page<T> = {
  /** The path that it was asked for with. */
  path: string;
  /** When it was asked for, in milliseconds of `performance.now()`. */
  askedAt: number;
  items: T[];
  /** How long the whole list is. */
  total: number;
  /** The path of the part that follows. */
  next: string | null;
  /** How a search found the items: by all of its words, by any of them, or by words like them. */
  match: 'all' | 'any' | 'similar' | null;
  /** The search that was run in place of the one asked for. */
  searchedFor: string | null;
};

let onRefused: ((path: string) => void) | undefined;

/** Names the one who hears of every call that the server may refuse because nobody, or somebody else, is signed in. */
export function hearRefusals(listener: ((path: string) => void) | undefined): void {
  onRefused = listener;
}

/** How far the server's clock is ahead of this browser's, in milliseconds. */
let ahead = 0;

/** The present in milliseconds, by the clock of the server, of which the times in its answers are; or up to a second before. */
export const serverNow = () => Date.now() + ahead;

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

const xsrfToken = () => document.cookie.match(/(?:^|; )XSRF-TOKEN=([^;]*)/)?.[1];

async function request(method: Method, path: string, body?: unknown, failed = `${method} ${path}`): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' });
  const token = xsrfToken();
  if (token && method !== 'GET') headers.set('x-xsrf-token', token);
  if (body !== undefined) headers.set('content-type', 'application/json');
  try {
    const response = await fetch(base + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    const date = response.headers.get('date');
    if (date) ahead = Date.parse(date) - Date.now();
    if (response.status === 401 || response.status === 403) onRefused?.(path);
    if (response.status !== 200) {
      const text = await response.text();
      // The page of a proxy before a server that is not there is as good as no answer.
      if (!response.headers.get('content-type')?.startsWith('text/plain'))
        throw new TypeError(`${response.status} ${text}`);
      throw new ApiError(response.status, text);
    }
    return response;
  } catch (error) {
    // Every failure can be read in the console, whatever the page says of it.
    console.error(failed, error);
    throw error;
  }
}

async function json<T>(method: Method, path: string, body?: unknown, failed?: string): Promise<T> {
  const response = await request(method, path, body, failed);
  return (await response.json()) as T;
}

export const get = <T>(path: string) => json<T>('GET', path);
export const post = <T>(path: string, body: unknown, failed?: string) => json<T>('POST', path, body, failed);
export const patch = <T>(path: string, body: unknown, failed?: string) => json<T>('PATCH', path, body, failed);
export const del = <T>(path: string, body?: unknown, failed?: string) => json<T>('DELETE', path, body, failed);

/** Gets something; `failed` is what the console says when that fails. */
export const getOr =
  (failed: string) =>
  <T>(path: string) =>
    json<T>('GET', path, undefined, failed);

function nextOf(response: Response): string | null {
  const path = response.headers.get('link')?.match(/<([^>]*)>; rel="next"/)?.[1];
  return path ? within(path) : null;
}

/** Gets what is, or holds, a part of a list, and the path of the part that follows. */
export async function getPart<T>(path: string): Promise<{ body: T; next: string | null }> {
  const response = await request('GET', path);
  return { body: (await response.json()) as T, next: nextOf(response) };
}

/** Gets a part of a list; `failed` is what the console says when that fails. */
export async function getPage<T>(path: string, failed?: string): Promise<Page<T>> {
  const askedAt = performance.now();
  const response = await request('GET', path, undefined, failed);
  const header = (name: string) => response.headers.get(name);
  const items = (await response.json()) as T[];
  const searchedFor = header('x-searched-for');
  return {
    path,
    askedAt,
    items,
    total: Number(header('x-total-count') ?? items.length),
    next: nextOf(response),
    match: header('x-search-match') as Page<T>['match'],
    searchedFor: searchedFor === null ? null : decodeURIComponent(searchedFor),
  };
}

/** Gets a number that an answer says of itself in a header. */
export async function getCount(path: string, header: string): Promise<number> {
  const response = await request('GET', path);
  // A body that nobody reads keeps its connection.
  await response.text();
  return Number(response.headers.get(header));
}

/** Whether an error is the server's word that nobody is signed in (any more). */
export const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401;
