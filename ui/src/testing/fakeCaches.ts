import { afterEach, beforeEach, vi } from 'vitest';

class FakeCache {
  private readonly entries = new Map<string, Response>();

  keys = async () => [...this.entries.keys()].map((url) => ({ url }));
  match = async (key: string | { url: string }) => this.entries.get(urlOf(key))?.clone();
  put = async (key: string, response: Response) => void this.entries.set(key, response);
  delete = async (key: string | { url: string }) => this.entries.delete(urlOf(key));
}

const urlOf = (key: string | { url: string }) => (typeof key === 'string' ? key : key.url);

/** Gives each test of a file an empty `CacheStorage`, which jsdom does not have. Returns the names of its caches. */
export function installFakeCaches(): () => Promise<string[]> {
  beforeEach(() => {
    const all = new Map<string, FakeCache>();
    vi.stubGlobal('caches', {
      keys: async () => [...all.keys()],
      delete: async (name: string) => all.delete(name),
      open: async (name: string) => {
        const cache = all.get(name) ?? new FakeCache();
        all.set(name, cache);
        return cache;
      },
    });
  });
  afterEach(() => void vi.unstubAllGlobals());
  return () => caches.keys();
}
