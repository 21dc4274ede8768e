import { getPart, post } from '../../api/client';
import type { Chat, Message, ReadState, UnreadChats } from '../../api/generated';

/** What is known of a room's messages: the newest, the oldest of them first, and where older ones are. */
export type Thread = {
  messages: Message[];
  /** The path of the part before; null if there is nothing before. */
  older: string | null;
  /** Of a chat of few. */
  participants?: string[];
  /** Of a chat of few: messages with a greater id are unread. */
  readUpTo?: string;
};

/** Where messages are written: the global chat, or one of few. */
export type Room = {
  /** `global`, or the id of the chat. */
  key: string;
  /** The path, and cache key, of its thread. */
  path: string;
};

export const globalRoom: Room = { key: 'global', path: '/messaging/getMessages' };

export const chatRoom = (id: string): Room => ({ key: id, path: `/chat/${encodeURIComponent(id)}` });

const isGlobal = ({ key }: Room) => key === globalRoom.key;

/** Gets a part of a room's messages. */
export async function getThread(path: string): Promise<Thread> {
  const { body, next } = await getPart<Message[] | Chat>(path);
  if (Array.isArray(body)) return { messages: body, older: next };
  return { messages: body.messages, older: next, participants: body.participants, readUpTo: body.readUpTo ?? body._id };
}

/** A message to be sent. The server takes it from nobody but `msgFrom`, who is given by his id. */
type MessageToAdd = { msg: string; msgFrom: string | undefined; nonce: string };

/** Sends a message, which is stored once however often it is sent with the same nonce. Returns the newest ones. */
export async function sendMessage(room: Room, messageToAdd: MessageToAdd): Promise<Message[]> {
  if (isGlobal(room)) return [await post<Message>('/messaging/addMessage', { messageToAdd })];
  return (await post<Chat>(`${room.path}/addMessage`, messageToAdd)).messages;
}

export const markRead = (room: Room, messageId: string) =>
  post<ReadState>(isGlobal(room) ? '/messaging/markRead' : `${room.path}/markRead`, { messageId });

/** The path, and cache key, of how far one has read in the global chat. */
export const unreadPath = '/messaging/getUnread';

/** The path, and cache key, of in how many of one's chats something is unread. */
export const unreadChatsPath = '/chat/getUnreadChats';

export const getUnreadChats = async (path: string) => (await getPart<UnreadChats>(path)).body.unread;

/** The path, and cache key, of the first part of one's chats. */
export const chatsPath = (username: string) =>
  `/chat/getChatsByUser/${encodeURIComponent(username)}?view=card&limit=30`;

/** Whether a path is a part of one's chats. */
export const isChats = (path: unknown) => typeof path === 'string' && path.startsWith('/chat/getChatsByUser/');

/** Whether a path is that of a thread, in whichever room. */
export const isThread = (path: string) =>
  path === globalRoom.path || (/^\/chat\/[^/?]+$/.test(path) && path !== unreadChatsPath);

export const createChat = (participants: string[]) => post<Chat>('/chat/createChat', { participants, messages: [] });

export const addParticipant = (id: string, username: string) =>
  post<Chat>(`${chatRoom(id).path}/addParticipant`, { username });
