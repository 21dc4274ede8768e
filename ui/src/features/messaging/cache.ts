import type { Page } from '../../api/client';
import type {
  Chat,
  ChatLeft,
  ChatRead,
  ChatUpdate,
  Message,
  MessageEdited,
  MessageRemoved,
  MessageUpdate,
  ReadPosition,
  ReadState,
} from '../../api/generated';
import { keyEquals, type PageKey } from '../../lib/cacheKeys';
import type { CacheEditor, Refetch } from '../../lib/useCacheEditor';
import { isReadingHistory, isReadingLatest } from './activeRooms';
import { chatRoom, globalRoom, type Room, type Thread } from './api';
import {
  globalReadStateKey,
  isChatList,
  isThread,
  isThreadOf,
  readPositionsKey,
  threadKey,
  unreadChatsKey,
} from './keys';
import { mergeMessages, replaceMessage, trimThread, withoutMessage } from './thread';

type Caches = { edit: CacheEditor; mutate: Refetch };

/** The highest count of unread messages, as on the server. */
const maxUnread = 100;

/** Adds messages to their room. */
export function addMessages(edit: CacheEditor, room: Room, messages: Message[]) {
  edit<Thread>(
    keyEquals(threadKey(room)),
    (thread) => {
      const all = mergeMessages(thread.messages, messages);
      if (all === thread.messages) return thread;
      const longer = { ...thread, messages: all };
      return isReadingHistory(room.key) ? longer : trimThread(longer, room);
    },
    'reload',
  );
}

/** Applies a new message of the global chat. */
export function messageReceived(edit: CacheEditor, { msg }: MessageUpdate, username: string) {
  addMessages(edit, globalRoom, [msg]);
  edit<ReadState>(
    keyEquals(globalReadStateKey),
    (state) => {
      // Writing marks everything before it as read.
      if (msg.msgFrom === username) return { readUpTo: msg._id, unread: 0 };
      if (msg._id <= state.readUpTo || isReadingLatest(globalRoom.key)) return state;
      return { ...state, unread: Math.min(maxUnread, state.unread + 1) };
    },
    'reload',
  );
}

/** Applies a new text of a message. */
export function messageEdited(edit: CacheEditor, { chatId, msg }: MessageEdited) {
  const room = chatId === undefined ? globalRoom : chatRoom(chatId);
  edit<Thread>(
    isThreadOf(room),
    (thread) => {
      const messages = replaceMessage(thread.messages, msg);
      return messages === thread.messages ? thread : { ...thread, messages };
    },
    'reload',
  );
  if (chatId === undefined) return;
  edit<Page<Chat>>(
    isChatList,
    (page) => {
      const isLast = ({ messages }: Chat) => messages.at(-1)?._id === msg._id;
      if (!page.items.some(isLast)) return page;
      return { ...page, items: page.items.map((chat) => (isLast(chat) ? { ...chat, messages: [msg] } : chat)) };
    },
    'reload',
  );
}

/** Applies that a message of the global chat was removed. */
export function messageRemoved(edit: CacheEditor, { _id }: MessageRemoved) {
  edit<Thread>(
    isThreadOf(globalRoom),
    (thread) => ({ ...thread, messages: withoutMessage(thread.messages, _id) }),
    'reload',
  );
  edit<ReadState>(
    keyEquals(globalReadStateKey),
    // At the highest count there may be as many as before.
    (state) => (_id > state.readUpTo && state.unread < maxUnread ? { ...state, unread: state.unread - 1 } : state),
    'reload',
  );
}

/** Applies a new or changed chat of the viewer. */
export function chatUpdated({ edit, mutate }: Caches, { chat, type }: ChatUpdate, username: string) {
  switch (type) {
    case 'created':
    case 'newMessage':
    case 'newParticipant':
      break;
    default:
      // A thrown error would stop the following events too.
      return reportError(new Error('Invalid chat update type'));
  }
  const room = chatRoom(chat._id);
  addMessages(edit, room, chat.messages);
  edit<Thread>(keyEquals(threadKey(room)), (thread) =>
    String(thread.participants) === String(chat.participants) ? thread : { ...thread, participants: chat.participants },
  );
  showInList({ edit, mutate }, { chat, type }, username);
  if (!isReadingLatest(chat._id)) void mutate(unreadChatsKey);
}

/** Fetches a chat that was too large for its event. */
export const chatChanged = (mutate: Refetch, id: string) =>
  Promise.all([mutate(threadKey(chatRoom(id))), mutate(isChatList), mutate(unreadChatsKey)]);

/** Updates a chat in the list, and moves it to the top if it has a new message. */
function showInList({ edit, mutate }: Caches, { chat, type }: ChatUpdate, username: string) {
  let known: Chat | undefined;
  edit<Page<Chat>>(isChatList, (page) => {
    known ??= page.items.find(({ _id }) => _id === chat._id);
    return page;
  });
  // Only the server knows its position and its unread count.
  if (!known && type !== 'created') return void mutate(isChatList);
  const last = chat.messages.at(-1);
  const readUpTo = last?.msgFrom === username ? last._id : (known?.readUpTo ?? chat._id);
  const unread = isReadingLatest(chat._id) ? 0 : chat.messages.filter(({ _id }) => _id > readUpTo).length;
  const shown: Chat = { ...chat, messages: chat.messages.slice(-1), readUpTo, unread };
  const stays = known && type === 'newParticipant';
  edit<Page<Chat>>(
    isChatList,
    (page, { isContinuation }: PageKey) => {
      const isHere = page.items.some(({ _id }) => _id === chat._id);
      if (stays)
        return isHere ? { ...page, items: page.items.map((item) => (item._id === chat._id ? shown : item)) } : page;
      const others = page.items.filter(({ _id }) => _id !== chat._id);
      const total = page.total + (known ? 0 : 1);
      if (!isContinuation) return { ...page, items: [shown, ...others], total };
      return isHere || !known ? { ...page, items: others, total } : page;
    },
    'reload',
  );
}

/** Applies that a participant, perhaps the viewer, has left a chat. */
export function chatLeft({ edit, mutate }: Caches, { chatId, username: left }: ChatLeft, username: string) {
  const room = chatRoom(chatId);
  void mutate(isChatList);
  void mutate(unreadChatsKey);
  if (left === username) return void mutate(keyEquals(threadKey(room)));
  edit<Thread>(keyEquals(threadKey(room)), (thread) => ({
    ...thread,
    ...(thread.participants && { participants: thread.participants.filter((name) => name !== left) }),
  }));
}

/** Applies that another participant has read further. */
export function chatRead(edit: CacheEditor, { chatId, username, readUpTo }: ChatRead) {
  edit<ReadPosition[]>(
    keyEquals(readPositionsKey(chatRoom(chatId))),
    (positions) => [...positions.filter((position) => position.username !== username), { username, readUpTo }],
    'reload',
  );
}

/** Replaces the name of a deleted user. */
export function anonymizeUser({ edit, mutate }: Caches, username: string) {
  const named = (name: string) => (name === username ? '[deleted]' : name);
  edit<Thread>(isThread, (thread) => {
    const names = thread.messages.flatMap(({ msgFrom, replyTo }) => [msgFrom, replyTo?.msgFrom]);
    if (![...names, ...(thread.participants ?? [])].includes(username)) return thread;
    const messages = thread.messages.map((message) => ({
      ...message,
      msgFrom: named(message.msgFrom),
      ...(message.replyTo?.msgFrom && {
        replyTo: { ...message.replyTo, msgFrom: named(message.replyTo.msgFrom) },
      }),
    }));
    return { ...thread, messages, ...(thread.participants && { participants: thread.participants.map(named) }) };
  });
  void mutate(isChatList);
}

/** Applies the viewer's read state of a room, from this tab or another one. */
export function readStateUpdated({ edit, mutate }: Caches, room: string, state: ReadState) {
  if (room === globalRoom.key) {
    edit<ReadState>(keyEquals(globalReadStateKey), (known) => (known.readUpTo <= state.readUpTo ? state : known));
    return;
  }
  edit<Thread>(keyEquals(threadKey(chatRoom(room))), (thread) =>
    (thread.readUpTo ?? '') < state.readUpTo ? { ...thread, readUpTo: state.readUpTo } : thread,
  );
  edit<Page<Chat>>(isChatList, (page) => {
    const isNews = ({ _id, readUpTo = '' }: Chat) => _id === room && readUpTo < state.readUpTo;
    if (!page.items.some(isNews)) return page;
    return { ...page, items: page.items.map((chat) => (isNews(chat) ? { ...chat, ...state } : chat)) };
  });
  void mutate(unreadChatsKey);
}
