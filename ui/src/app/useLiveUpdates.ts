import { useEffect, useState } from 'react';
import { useSWRConfig } from 'swr';
import { base } from '../api/base';
import { onReach } from '../api/client';
import { hasMissedNothing, openFirst } from '../api/firstConnection';
import { forgetFirstReplies } from '../api/firstData';
import { listen } from '../api/listen';
import { loadWithRetry } from '../api/liveConnection';
import { markConnected, onConnect } from '../lib/connection';
import { useUser } from '../lib/session';
import { useCacheEditor } from '../lib/useCacheEditor';

/** The first connect may take this long, in milliseconds. On a slow line it is not a loss. */
const connectTimeoutMs = 10_000;

/** The interval at which a server out of reach is asked for, in milliseconds. */
const lookMs = 3000;

/**
 * Keeps the page up to date with events, and returns whether the connection is up. Every connect
 * fetches everything again, because events may have been lost before, unless the server says at the
 * first one that there were none. The handlers can therefore load after the first paint. A device without a network and
 * a call without a response show sooner than the live connection that the server is out of reach.
 */
export function useLiveUpdates(): boolean {
  const { mutate } = useSWRConfig();
  const edit = useCacheEditor();
  const { _id, username } = useUser();
  const [connected, setConnected] = useState(true);
  const isReachable = useIsReachable();
  useEffect(() => {
    const timer = setTimeout(() => setConnected(false), connectTimeoutMs);
    const connect = async () => {
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
        listen(createHandlers({ edit, mutate, username }), connect, () => setConnected(false)),
        syncTabs({ edit, mutate, username }),
      ];
      return () => stops.forEach((stop) => void stop());
    });
    return () => {
      clearTimeout(timer);
      void listening.then((stop) => stop());
    };
  }, [edit, mutate, _id, username]);
  return connected && isReachable;
}

/** Returns whether the last call had a response, and the device has a network. */
function useIsReachable(): boolean {
  const [isReachable, setReachable] = useState(true);
  useEffect(() => {
    const lose = () => setReachable(false);
    const find = () => setReachable(true);
    onReach(setReachable);
    const stop = onConnect(find);
    window.addEventListener('offline', lose);
    window.addEventListener('online', find);
    return () => {
      onReach(undefined);
      stop();
      window.removeEventListener('offline', lose);
      window.removeEventListener('online', find);
    };
  }, []);
  useEffect(() => {
    if (isReachable) return;
    const look = () =>
      void fetch(base || '/', { method: 'HEAD', cache: 'no-store' }).then(
        ({ ok }) => ok && setReachable(true),
        () => undefined,
      );
    const timer = setInterval(look, lookMs);
    return () => clearInterval(timer);
  }, [isReachable]);
  return isReachable;
}
