import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { announce } from '../../lib/announce';
import { useUser } from '../../lib/session';
import { useCacheEditor } from '../../lib/useCacheEditor';
import type { Room, Thread } from './api';
import { Composer } from './Composer';
import { MessageList } from './MessageList';
import { send, settle, useOutbox } from './outbox';
import { useReading } from './useReading';
import type { Older } from './useThread';
import { useVisible } from './useVisible';

type Props = {
  room: Room;
  thread: Thread;
  older: Older;
  /** Messages with a greater id had not been read when the room was opened. */
  readUpTo: string;
};

/** What was written in a room, and a field to write in it. Another room is another conversation: give it a key. */
export function Conversation({ room, thread, older, readUpTo }: Props) {
  const { _id: author, username } = useUser();
  const edit = useCacheEditor();
  const { messages } = thread;
  const [isAtEnd, setAtEnd] = useState(true);
  const isVisible = useVisible();
  const isSeen = isAtEnd && isVisible;
  useReading(room, messages.at(-1), readUpTo, isSeen);

  const pending = useOutbox().filter((each) => each.room.key === room.key);
  // Before it is painted: nobody sees a message that arrives and the one that waited for it.
  useLayoutEffect(() => settle(messages), [messages]);

  // What one has not read is what came before the room was opened, or since one looked away.
  const [divider, setDivider] = useState(() =>
    messages.some(({ _id, msgFrom }) => _id > readUpTo && msgFrom !== username) ? readUpTo : null,
  );
  const [unseen, setUnseen] = useState(0);
  const known = useRef(messages.at(-1)?._id ?? '');
  useEffect(() => {
    const [last, news] = [known.current, messages.filter(({ _id }) => _id > known.current)];
    known.current = messages.at(-1)?._id ?? '';
    const others = news.filter(({ msgFrom }) => msgFrom !== username);
    const newest = others.at(-1);
    if (!newest) return;
    if (isVisible) announce(`${newest.msgFrom}: ${newest.msg}`);
    if (isSeen) return;
    if (unseen === 0) setDivider(last);
    setUnseen(unseen + others.length);
  }, [messages, username, isVisible, isSeen, unseen]);
  useEffect(() => {
    if (isSeen) setUnseen(0);
  }, [isSeen]);

  return (
    <>
      <MessageList
        messages={messages}
        pending={pending}
        older={older}
        divider={divider}
        unseen={unseen}
        onEnd={setAtEnd}
      />
      <Composer name={room.key} send={(text) => send(edit, { author, room, text })} />
    </>
  );
}
