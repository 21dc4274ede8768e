import { useEffect, useState } from 'react';
import { useSWRConfig } from 'swr';
import { listen, openSocket } from '../api/socket';
import { noteConnect } from '../lib/connection';
import { useUser } from '../lib/session';
import { useCacheEditor } from '../lib/useCacheEditor';

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
    const onConnect = () => {
      setConnected(true);
      noteConnect();
      // At the first connect too: what is shown by now may have been read before the server knew whom to push to.
      void mutate(() => true);
    };
    void openSocket();
    const listening = import('./liveHandlers').then(({ handlersFor, hearOtherTabs }) => {
      const stops = [
        listen(handlersFor({ edit, mutate, username }), onConnect, () => setConnected(false)),
        hearOtherTabs({ edit, mutate, username }),
      ];
      return () => stops.forEach((stop) => void stop());
    });
    return () => void listening.then((stop) => stop());
  }, [edit, mutate, username]);
  return connected;
}
