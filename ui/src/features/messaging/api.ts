import { del, getWithNext, patch, post } from '../../api/client';
import type { Chat, ChatLeft, Message, MessageRemoved, ReadState, UnreadChats } from '../../api/generated';
import type { CacheKey } from '../../lib/cacheKeys';

/** The known messages of a room, oldest first, and the path of older ones. */
export type Thread = {
  messages: Message[];
  /** The path of the previous page; null at the beginning. */
  older: string | null;
  /** Only in direct chats. */
  participants?: string[];
  /** Only in direct chats: messages with a greater id are unread. */
  readUpTo?: string;
};

/** A place for messages: the global chat or a direct chat. */
export type Room = {
  /** `global`, or the id of the chat. */
  key: string;
  /** The path of its thread. */
  path: string;
};

export const globalRoom: Room = { key: 'global', path: '/messaging/getMessages' };

export const chatRoom = (id: string): Room => ({ key: id, path: `/chat/${encodeURIComponent(id)}` });

const isGlobal = ({ key }: Room) => key === globalRoom.key;

/** Returns the path of a call for a room. */
export const callPath = (room: Room, name: string) => `${isGlobal(room) ? '/messaging' : room.path}/${name}`;

/** The path of the messages before one. */
export const pathBefore = ({ path }: Room, cursor: string) => `${path}?${new URLSearchParams({ cursor })}`;

/** Fetches one page of a room's messages. */
export async function getThread(path: string): Promise<Thread> {
  const { body, next } = await getWithNext<Message[] | Chat>(path);
  if (Array.isArray(body)) return { messages: body, older: next };
  return { messages: body.messages, older: next, participants: body.participants, readUpTo: body.readUpTo ?? body._id };
}

/** A message to send. The server accepts it only from `msgFrom`, which is the author's id. */
type MessageToAdd = { msg: string; msgFrom: string | undefined; nonce: string; replyTo?: string };

/** Sends a message. The server stores it once per nonce. Returns the newest messages. */
export async function sendMessage(room: Room, messageToAdd: MessageToAdd): Promise<Message[]> {
  if (isGlobal(room)) return [await post<Message>('/messaging/addMessage', { messageToAdd })];
  return (await post<Chat>(`${room.path}/addMessage`, messageToAdd)).messages;
}

/** Changes the text of an own message. */
export const editMessage = (room: Room, messageId: string, msg: string) =>
  patch<Message>(callPath(room, 'editMessage'), { messageId, msg });

/** Removes an own message of the global chat. */
export const deleteMessage = (messageId: string) => del<MessageRemoved>('/messaging/deleteMessage', { messageId });

/** Removes any message of the global chat. For moderators of the site. */
export const removeMessage = (id: string, reason: string) =>
  post<MessageRemoved>('/administration/removeMessage', { id, reason });

export const markRead = (room: Room, messageId: string) => post<ReadState>(callPath(room, 'markRead'), { messageId });

/** Fetches the number of the viewer's chats with unread messages. */
export const getUnreadChats = async ({ path }: CacheKey) => (await getWithNext<UnreadChats>(path)).body.unread;

export const leaveChat = (id: string) => post<ChatLeft>(`${chatRoom(id).path}/leave`, {});

export const addParticipant = (id: string, username: string) =>
  post<Chat>(`${chatRoom(id).path}/addParticipant`, { username });
