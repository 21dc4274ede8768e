import { useEffect, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { LiveEvent } from '../api/generated';
import { type LiveSocket, openSocket } from '../api/socket';
import { replaceQuestion, showAnswer, showComment, showQuestion, showVotes } from '../features/questions/liveQuestions';
import { showUser } from '../features/users/liveUsers';
import { type CacheEditor, useCacheEditor } from '../lib/useCacheEditor';

type Handlers = { [E in LiveEvent as E['name']]: (payload: E['payload']) => void };

/** What each event does to what is shown. An event without a handler does not compile. */
const handlers = (edit: CacheEditor): Handlers => ({
  questionUpdate: (question) => showQuestion(edit, question),
  viewsUpdate: (question) => replaceQuestion(edit, question),
  answerUpdate: (update) => showAnswer(edit, update),
  commentUpdate: (update) => showComment(edit, update),
  voteUpdate: (update) => showVotes(edit, update),
  userUpdate: (update) => showUser(edit, update),
});

/** How long a connection may be away before the user is told, in ms. */
const patience = 3000;

/** Keeps the pages live. Returns whether the connection has been lost for a while. */
export function useLive(): boolean {
  const { mutate } = useSWRConfig();
  const edit = useCacheEditor();
  const [isConnected, setConnected] = useState(true);
  const [isLost, setLost] = useState(false);

  useEffect(() => {
    const connected = () => {
      setConnected(true);
      // What happened before, and while it was away, was not pushed.
      void mutate(() => true);
    };
    const disconnected = () => setConnected(false);
    let detach = () => {};
    let isGone = false;
    const attach = (socket: LiveSocket) => {
      if (isGone) return;
      const entries = Object.entries(handlers(edit)) as [LiveEvent['name'], () => void][];
      for (const [name, handler] of entries) socket.on(name, handler);
      socket.on('connect', connected);
      socket.on('disconnect', disconnected);
      socket.on('connect_error', disconnected);
      if (socket.connected) connected();
      else disconnected();
      detach = () => {
        for (const [name, handler] of entries) socket.off(name, handler);
        socket.off('connect', connected);
        socket.off('disconnect', disconnected);
        socket.off('connect_error', disconnected);
      };
    };
    openSocket().then(attach, disconnected);
    return () => {
      isGone = true;
      detach();
    };
  }, [edit, mutate]);

  useEffect(() => {
    if (isConnected) {
      setLost(false);
      return;
    }
    const timer = setTimeout(() => setLost(true), patience);
    return () => clearTimeout(timer);
  }, [isConnected]);

  return isLost;
}
