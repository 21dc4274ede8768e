import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Message } from '../../api/generated';
import { InlineError } from '../../components/InlineError';
import { Participants } from '../../components/mentions/participants';
import { useSeenMentions } from '../../components/mentions/seen';
import { announce } from '../../lib/announce';
import { useUser } from '../../lib/session';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { editMessage, globalRoom, type Room, type Thread } from './api';
import { Composer } from './Composer';
import { messageEdited } from './cache';
import { MessageList } from './MessageList';
import { type Replied, removeDelivered, send, useOutbox } from './outbox';
import { usePresence } from './presence';
import { StatusLine } from './StatusLine';
import { usePageVisible } from './usePageVisible';
import { useReadTracking } from './useReadTracking';
import type { View } from './useThread';

type Props = {
  room: Room;
  thread: Thread;
  view: View;
  /** Messages with a greater id were unread when the room was opened. */
  readUpTo: string;
};

/** The messages of a room, with a field to write one. Each room needs its own key. */
export function Conversation({ room, thread, view, readUpTo }: Props) {
  const { _id: author, username } = useUser();
  const edit = useCacheEditor();
  const { messages } = thread;
  const [isAtEnd, setAtEnd] = useState(true);
  const isVisible = usePageVisible();
  const isSeen = isAtEnd && isVisible && !view.newer;
  useReadTracking(room, messages.at(-1), readUpTo, isSeen);

  const last = messages.at(-1);
  const { reportTyping, ...presence } = usePresence(room, last?._id, last?.msgFrom);
  const pending = useOutbox().filter((each) => each.room.key === room.key);
  // Before the paint: the viewer never sees both the message and its pending copy.
  useLayoutEffect(() => removeDelivered(messages), [messages]);

  // Unread messages arrived before the room was opened, or while the viewer looked elsewhere.
  const [divider, setDivider] = useState(() =>
    messages.some(({ _id, msgFrom }) => _id > readUpTo && msgFrom !== username) ? readUpTo : null,
  );
  const [replyTo, setReplyTo] = useState<Replied | null>(null);
  const onReply = useCallback(({ _id, msgFrom, msg }: Message) => setReplyTo({ _id, msgFrom, msg }), []);
  const onEdit = useCallback(
    // The event shows it to everyone, and may come later.
    async (id: string, text: string) => {
      const msg = await editMessage(room, id, text);
      messageEdited(edit, { msg, ...(room.key !== globalRoom.key && { chatId: room.key }) });
    },
    [edit, room],
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

  const { hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address names the message once
  useEffect(() => {
    if (hash) view.show({ message: hash.slice(1) });
  }, [hash]);
  useSeenMentions(room.key === globalRoom.key ? null : room.key);
  const participants = () => [...messages.map(({ msgFrom }) => msgFrom).reverse(), ...(thread.participants ?? [])];

  return (
    <Participants value={participants}>
      <InlineError error={view.error} />
      <MessageList
        view={view}
        pending={pending}
        divider={divider}
        unseen={unseen}
        onEnd={setAtEnd}
        onReply={onReply}
        onEdit={onEdit}
      />
      <StatusLine room={room} last={last} participants={thread.participants ?? []} {...presence} />
      <Composer
        onType={reportTyping}
        name={room.key}
        replyTo={replyTo}
        cancelReply={() => setReplyTo(null)}
        send={(text) => {
          send(edit, { author, room, text, ...(replyTo && { replyTo }) });
          setReplyTo(null);
          view.showNewest();
        }}
      />
    </Participants>
  );
}
