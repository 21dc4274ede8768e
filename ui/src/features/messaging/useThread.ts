import useSWR, { unstable_serialize, useSWRConfig } from 'swr';
import { type CacheKey, keyEquals } from '../../lib/cacheKeys';
import type { Failure } from '../../lib/failure';
import { useAction } from '../../lib/useAction';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { getThread, type Room, type Thread } from './api';
import { threadKey } from './keys';
import { mergeRefetched, prependOlder } from './threadPages';

/** The messages before the known ones. */
export type OlderMessages = {
  hasMore: boolean;
  isLoading: boolean;
  error: Failure | null;
  load: () => void;
  /** Loads messages until one is known, or up to `maxPages`. */
  loadUntil: (id: string) => Promise<unknown>;
};

/** The most pages that are loaded to show a quoted message. */
const maxPages = 10;

/** Returns the live messages of a room and loads older ones on demand. */
export function useThread(room: Room) {
  const { cache } = useSWRConfig();
  const edit = useCacheEditor();
  const {
    data: thread,
    error,
    mutate,
  } = useSWR<Thread, unknown>(threadKey(room), async (key: CacheKey) => {
    const fresh = await getThread(key.path);
    // Merged with the current data: messages that arrived meanwhile and older ones stay.
    return mergeRefetched(cache.get(unstable_serialize(key))?.data as Thread | undefined, fresh);
  });
  const loading = useAction('Error when fetching messages');
  const path = thread?.older ?? null;
  const first = thread?.messages[0]?._id;
  const loadPages = (pages: number, isEnough: (oldest: string) => boolean) =>
    loading.run(async () => {
      let next = path;
      for (let loaded = 0; next !== null && loaded < pages; loaded += 1) {
        const from = next;
        const part = await getThread(from);
        edit<Thread>(keyEquals(threadKey(room)), (thread) => prependOlder(thread, from, part));
        if (isEnough(part.messages[0]?._id ?? '')) return;
        next = part.older;
      }
    });
  const older: OlderMessages = {
    hasMore: path !== null,
    isLoading: loading.busy,
    error: loading.error,
    load: () => void loadPages(1, () => true),
    loadUntil: (id) => loadPages(first !== undefined && first <= id ? 0 : maxPages, (oldest) => oldest <= id),
  };
  return { thread, error, retry: () => void mutate(), older };
}
