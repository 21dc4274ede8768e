/** An answer other than 200: its status and the sentence that the server says. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(sentence);
    this.name = 'ApiError';
    this.status = status;
  }
}

/** A part of a list: how long the whole list is, and the path of the part that follows. */
export type Page<T> = { items: T[]; total: number; next: string | null };

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

const xsrfToken = () => document.cookie.match(/(?:^|; )XSRF-TOKEN=([^;]*)/)?.[1];

async function request(method: Method, path: string, body?: unknown): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' });
  const token = xsrfToken();
  if (token && method !== 'GET') headers.set('x-xsrf-token', token);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const response = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  if (response.status !== 200) throw new ApiError(response.status, await response.text());
  return response;
}

async function json<T>(method: Method, path: string, body?: unknown): Promise<T> {
  const response = await request(method, path, body);
  return (await response.json()) as T;
}

export const get = <T>(path: string) => json<T>('GET', path);
export const post = <T>(path: string, body: unknown) => json<T>('POST', path, body);
export const patch = <T>(path: string, body: unknown) => json<T>('PATCH', path, body);
export const del = <T>(path: string) => json<T>('DELETE', path);

/** Gets a part of a list. */
export async function getPage<T>(path: string): Promise<Page<T>> {
  const response = await request('GET', path);
  const next = response.headers.get('link')?.match(/<([^>]*)>; rel="next"/)?.[1] ?? null;
  const items = (await response.json()) as T[];
  return { items, total: Number(response.headers.get('x-total-count') ?? items.length), next };
}

/** Whether an error is the server's word that nobody is signed in (any more). */
export const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401;
