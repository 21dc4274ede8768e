import { useEffect, useState } from 'react';
import { useSWRConfig } from 'swr';
import { hasMissedNothing, openFirst } from '../api/firstConnection';
import { forgetFirstReplies } from '../api/firstData';
import { listen } from '../api/listen';
import { loadWithRetry } from '../api/liveConnection';
import { markConnected } from '../lib/connection';
import { useUser } from '../lib/session';
import { useCacheEditor } from '../lib/useCacheEditor';

/** The first connect may take this long, in milliseconds. On a slow line it is not a loss. */
const connectTimeoutMs = 10_000;

/**
 * Keeps the page up to date with events, and returns whether the connection is up. Every connect
 * fetches everything again, because events may have been lost before, unless the server says at the
 * first one that there were none. The handlers can therefore load after the first paint.
 */
export function useLiveUpdates(): boolean {
  const { mutate } = useSWRConfig();
  const edit = useCacheEditor();
  const { _id, username } = useUser();
  const [connected, setConnected] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setConnected(false), connectTimeoutMs);
    const onConnect = async () => {
      clearTimeout(timer);
      setConnected(true);
      const isComplete = await hasMissedNothing(_id);
      markConnected(!isComplete);
      if (isComplete) return;
      forgetFirstReplies();
      void mutate(() => true);
    };
    openFirst();
    const listening = loadWithRetry(() => import('./liveHandlers')).then(({ createHandlers, syncTabs }) => {
      const stops = [
        listen(createHandlers({ edit, mutate, username }), onConnect, () => setConnected(false)),
        syncTabs({ edit, mutate, username }),
      ];
      return () => stops.forEach((stop) => void stop());
    });
    return () => {
      clearTimeout(timer);
      void listening.then((stop) => stop());
    };
  }, [edit, mutate, _id, username]);
  return connected;
}
