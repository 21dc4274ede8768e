import type { Page } from '../../api/client';
import type { Chat, ChatUpdate, Message, MessageUpdate, ReadState } from '../../api/generated';
import type { CacheEditor, Refetch } from '../../lib/useCacheEditor';
import { chatRoom, globalRoom, isChats, isThread, type Room, type Thread, unreadChatsPath, unreadPath } from './api';
import { isBeingRead, isLookedBackIn } from './beingRead';
import { shortened, united } from './thread';

type Caches = { edit: CacheEditor; mutate: Refetch };

/** More unread messages are not told apart, as on the server. */
const counted = 100;

/** Shows messages in their room. */
export function arrived(edit: CacheEditor, room: Room, messages: Message[]) {
  edit<Thread>(
    (path) => path === room.path,
    (thread) => {
      const all = united(thread.messages, messages);
      if (all === thread.messages) return thread;
      const longer = { ...thread, messages: all };
      return isLookedBackIn(room.key) ? longer : shortened(longer, room);
    },
    'reload',
  );
}

/** Somebody has written in the global chat. */
export function messaged(edit: CacheEditor, { msg }: MessageUpdate, username: string) {
  arrived(edit, globalRoom, [msg]);
  edit<ReadState>(
    (path) => path === unreadPath,
    (state) => {
      // Who writes has read what was there.
      if (msg.msgFrom === username) return { readUpTo: msg._id, unread: 0 };
      if (msg._id <= state.readUpTo || isBeingRead(globalRoom.key)) return state;
      return { ...state, unread: Math.min(counted, state.unread + 1) };
    },
    'reload',
  );
}

/** A chat that one takes part in is new, or has a new message or participant. */
export function chatChanged({ edit, mutate }: Caches, { chat, type }: ChatUpdate, username: string) {
  switch (type) {
    case 'created':
    case 'newMessage':
    case 'newParticipant':
      break;
    default:
      // What is thrown here would take the events after it along.
      return reportError(new Error('Invalid chat update type'));
  }
  const room = chatRoom(chat._id);
  arrived(edit, room, chat.messages);
  edit<Thread>(
    (path) => path === room.path,
    (thread) =>
      String(thread.participants) === String(chat.participants)
        ? thread
        : { ...thread, participants: chat.participants },
  );
  showInList({ edit, mutate }, { chat, type }, username);
  if (!isBeingRead(chat._id)) void mutate(unreadChatsPath);
}

/** Shows a chat in the list as it is now: on top of it, if something was written. */
function showInList({ edit, mutate }: Caches, { chat, type }: ChatUpdate, username: string) {
  let known: Chat | undefined;
  edit<Page<Chat>>(isChats, (page) => {
    known ??= page.items.find(({ _id }) => _id === chat._id);
    return page;
  });
  // Where it stands and what of it is unread the server knows.
  if (!known && type !== 'created') return void mutate(isChats);
  const last = chat.messages.at(-1);
  const readUpTo = last?.msgFrom === username ? last._id : (known?.readUpTo ?? chat._id);
  const unread = isBeingRead(chat._id) ? 0 : chat.messages.filter(({ _id }) => _id > readUpTo).length;
  const shown: Chat = { ...chat, messages: chat.messages.slice(-1), readUpTo, unread };
  const stays = known && type === 'newParticipant';
  edit<Page<Chat>>(
    isChats,
    (page) => {
      const isHere = page.items.some(({ _id }) => _id === chat._id);
      if (stays)
        return isHere ? { ...page, items: page.items.map((item) => (item._id === chat._id ? shown : item)) } : page;
      const others = page.items.filter(({ _id }) => _id !== chat._id);
      const total = page.total + (known ? 0 : 1);
      if (!page.path.includes('cursor=')) return { ...page, items: [shown, ...others], total };
      return isHere || !known ? { ...page, items: others, total } : page;
    },
    'reload',
  );
}

/** Somebody has deleted his account: what he wrote is nobody's now. */
export function forgotten({ edit, mutate }: Caches, username: string) {
  const named = (name: string) => (name === username ? '[deleted]' : name);
  edit<Thread>(isThread, (thread) => {
    const names = [...thread.messages.map(({ msgFrom }) => msgFrom), ...(thread.participants ?? [])];
    if (!names.includes(username)) return thread;
    const messages = thread.messages.map((message) => ({ ...message, msgFrom: named(message.msgFrom) }));
    return { ...thread, messages, ...(thread.participants && { participants: thread.participants.map(named) }) };
  });
  void mutate(isChats);
}

/** How far one has read in a room: here, or in another tab. */
export function wasRead({ edit, mutate }: Caches, room: string, state: ReadState) {
  if (room === globalRoom.key) {
    edit<ReadState>(
      (path) => path === unreadPath,
      (known) => (known.readUpTo <= state.readUpTo ? state : known),
    );
    return;
  }
  edit<Thread>(
    (path) => path === chatRoom(room).path,
    (thread) => ((thread.readUpTo ?? '') < state.readUpTo ? { ...thread, readUpTo: state.readUpTo } : thread),
  );
  edit<Page<Chat>>(isChats, (page) => {
    const isNews = ({ _id, readUpTo = '' }: Chat) => _id === room && readUpTo < state.readUpTo;
    if (!page.items.some(isNews)) return page;
    return { ...page, items: page.items.map((chat) => (isNews(chat) ? { ...chat, ...state } : chat)) };
  });
  void mutate(unreadChatsPath);
}
