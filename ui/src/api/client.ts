/** A call that did not end in 200: its status and the server's sentence; status 0 when the server was not reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: string;

  constructor(status: number, body: string) {
    super(body || `HTTP ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** A part of a list: how many there are in all, and the path of the next part. */
export type List<T> = { items: T[]; total: number; next?: string; asOf: number };

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  const token = document.cookie.match(/(?:^|; )XSRF-TOKEN=([^;]*)/)?.[1];
  const response = await fetch(path, {
    method,
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token ? { 'X-XSRF-TOKEN': decodeURIComponent(token) } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ApiError(0, '');
  });
  if (response.status !== 200) throw new ApiError(response.status, await response.text());
  return response;
}

/** One call. The reply is trusted to be a `T`: server and client share the types in `generated.ts`. */
export async function call<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const response = await send(method, path, body);
  return (await response.json()) as T;
}

/** Reads `path`; the key of an entry in the SWR cache is its path. */
export const get = <T>(path: string) => call<T>('GET', path);

/** Reads one part of a list. `asOf` is the server's time of the answer, in ms. */
export async function getList<T>(path: string): Promise<List<T>> {
  const response = await send('GET', path);
  const items = (await response.json()) as T[];
  const next = response.headers.get('Link')?.match(/<([^>]*)>;\s*rel="?next"?/)?.[1];
  return {
    items,
    total: Number(response.headers.get('X-Total-Count') ?? items.length),
    ...(next ? { next } : {}),
    asOf: Date.parse(response.headers.get('Date') ?? '') || 0,
  };
}

/** The server's sentence about a failed call, or `otherwise` when it said none. */
export const sentenceOf = (error: unknown, otherwise: string): string =>
  (error instanceof ApiError && error.body) || otherwise;
