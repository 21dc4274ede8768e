import { useEffect, useState } from 'react';
import { useSWRConfig } from 'swr';
import { type LiveHandlers, listen } from '../api/socket';
import * as questions from '../features/questions/cache';
import * as users from '../features/users/cache';

/**
 * Keeps what is shown up to date: one handler for every event. Tells whether the connection stands. After a
 * reconnect everything shown is fetched again, because pushes may have been lost.
 */
export function useLive(): boolean {
  const { mutate } = useSWRConfig();
  const [connected, setConnected] = useState(true);
  useEffect(() => {
    const handlers: LiveHandlers = {
      questionUpdate: (question) => questions.updated(mutate, question),
      viewsUpdate: (question) => questions.viewed(mutate, question),
      answerUpdate: ({ qid, answer }) => questions.answered(mutate, qid, answer),
      commentUpdate: (update) => questions.commented(mutate, update),
      voteUpdate: ({ qid, upVotes, downVotes }) => questions.voted(mutate, qid, { upVotes, downVotes }),
      userUpdate: ({ user, type }) => users.changed(mutate, user, type),
    };
    let before = false;
    const onConnect = () => {
      setConnected(true);
      if (before) void mutate(() => true);
      before = true;
    };
    return listen(handlers, onConnect, () => setConnected(false));
  }, [mutate]);
  return connected;
}
