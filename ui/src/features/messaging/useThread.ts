import useSWR, { useSWRConfig } from 'swr';
import { useAction } from '../../lib/useAction';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { getThread, type Room, type Thread } from './api';
import { refreshed, withOlder } from './thread';

/** What comes before the messages that are known. */
export type Older = { isThere: boolean; isLoading: boolean; error: string | null; load: () => void };

/** The messages of a room, kept up to date, and those before them when they are asked for. */
export function useThread(room: Room) {
  const { cache } = useSWRConfig();
  const edit = useCacheEditor();
  const {
    data: thread,
    error,
    mutate,
  } = useSWR<Thread, unknown>(room.path, async (path: string) => {
    const fresh = await getThread(path);
    // As it is now: what came meanwhile, and what was read before, stays.
    return refreshed(cache.get(path)?.data as Thread | undefined, fresh);
  });
  const loading = useAction('Error when fetching messages');
  const path = thread?.older ?? null;
  const older: Older = {
    isThere: path !== null,
    isLoading: loading.busy,
    error: loading.error,
    load: () =>
      void loading.run(async () => {
        if (path === null) return;
        const part = await getThread(path);
        edit<Thread>(
          (known) => known === room.path,
          (thread) => withOlder(thread, path, part),
        );
      }),
  };
  return { thread, error, retry: () => void mutate(), older };
}
