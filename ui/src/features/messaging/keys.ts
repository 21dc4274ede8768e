import { type CacheKey, keysOf, type PageKey } from '../../lib/cacheKeys';
import { userSearchTexts } from '../../lib/userSearchTexts';
import type { Room } from './api';

/** The key of a part of a thread names the room too. */
export type WindowKey = CacheKey<'thread'> & { readonly room: string };

/** The key of a room's thread. */
export const threadKey = ({ path }: Room): CacheKey<'thread'> => ({ type: 'thread', path });

/** Matches the threads of all rooms, and the parts of them. */
export const isThread = keysOf('thread');

/** Creates a matcher for a room's thread and the parts of it. */
export const isThreadOf = (room: Room) =>
  keysOf<WindowKey>('thread', ({ path, room: of }) => path === room.path || of === room.key);

/** The key of how far the other participants have read in a direct chat. */
export const readPositionsKey = ({ path }: Room): CacheKey<'readPositions'> => ({
  type: 'readPositions',
  path: `${path}/getReadPositions`,
});

/** The key of the viewer's read state in the global chat. */
export const globalReadStateKey: CacheKey<'globalReadState'> = {
  type: 'globalReadState',
  path: '/messaging/getUnread',
};

/** The key of the number of the viewer's chats with unread messages. */
export const unreadChatsKey: CacheKey<'unreadChats'> = { type: 'unreadChats', path: '/chat/getUnreadChats' };

/** The key of the first page of the viewer's chats. */
export const chatListKey = (username: string): PageKey<'chatList'> => ({
  type: 'chatList',
  path: `/chat/getChatsByUser/${encodeURIComponent(username)}?view=card&limit=30`,
});

/** Matches every page of the viewer's chats. */
export const isChatList = keysOf('chatList');

/** The key of the users that can be picked for a chat. */
export const pickerKey = (search: string, limit: number): PageKey<'userList'> => ({
  type: 'userList',
  path: `/user/getUsers?${new URLSearchParams({ search, limit: String(limit) })}`,
  logMessage: userSearchTexts.error,
});
