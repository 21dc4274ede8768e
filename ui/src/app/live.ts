import { useEffect, useState } from 'react';
import { useSWRConfig } from 'swr';
import { listen, openSocket, untilLoaded } from '../api/socket';
import { noteConnect } from '../lib/connection';
import { useUser } from '../lib/session';
import { useCacheEditor } from '../lib/useCacheEditor';

/** So long the first connect may take, in milliseconds: on a slow line it is no loss. */
const patience = 10_000;

/**
 * Keeps what is shown up to date. Tells whether the connection stands. After every connect everything shown is fetched
 * again, because pushes may have been lost before; so what handles them can come after the first paint.
 */
export function useLive(): boolean {
  const { mutate } = useSWRConfig();
  const edit = useCacheEditor();
  const { username } = useUser();
  const [connected, setConnected] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setConnected(false), patience);
    const onConnect = () => {
      clearTimeout(timer);
      setConnected(true);
      noteConnect();
      // At the first connect too: what is shown by now may have been read before the server knew whom to push to.
      void mutate(() => true);
    };
    void openSocket();
    const listening = untilLoaded(() => import('./liveHandlers')).then(({ handlersFor, hearOtherTabs }) => {
      const stops = [
        listen(handlersFor({ edit, mutate, username }), onConnect, () => setConnected(false)),
        hearOtherTabs({ edit, mutate, username }),
      ];
      return () => stops.forEach((stop) => void stop());
    });
    return () => {
      clearTimeout(timer);
      void listening.then((stop) => stop());
    };
  }, [edit, mutate, username]);
  return connected;
}
