import { useEffect, useState } from 'react';
import { useSWRConfig } from 'swr';
import { type LiveHandlers, listen } from '../api/socket';
import { duplicatesPath } from '../features/questions/api';
import * as questions from '../features/questions/cache';
import * as users from '../features/users/cache';
import { noteConnect } from '../lib/connection';
import { useCacheEditor } from '../lib/useCacheEditor';

/**
 * Keeps what is shown up to date: one handler for every event. Tells whether the connection stands. After every
 * connect everything shown is fetched again, because pushes may have been lost before.
 */
export function useLive(): boolean {
  const { mutate } = useSWRConfig();
  const edit = useCacheEditor();
  const [connected, setConnected] = useState(true);
  useEffect(() => {
    const handlers: LiveHandlers = {
      questionUpdate: (question) => {
        questions.updated(edit, question);
        void mutate(duplicatesPath(question._id));
      },
      viewsUpdate: (question) => questions.viewed(edit, question),
      answerUpdate: (update) => questions.answered(edit, update),
      commentUpdate: (update) => questions.commented(edit, update),
      voteUpdate: (update) => questions.voted(edit, update),
      userUpdate: ({ user, type }) => {
        if (type === 'updated') users.updated(edit, user);
        else void mutate((path) => typeof path === 'string' && users.showsArrival(path, user));
      },
    };
    const onConnect = () => {
      setConnected(true);
      noteConnect();
      // At the first connect too: what is shown by now may have been read before the server knew whom to push to.
      void mutate(() => true);
    };
    return listen(handlers, onConnect, () => setConnected(false));
  }, [edit, mutate]);
  return connected;
}
