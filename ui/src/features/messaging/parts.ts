import { get, getWithNext } from '../../api/client';
import type { FoundMessages, MessagesAround } from '../../api/generated';
import { callPath, pathBefore, type Room, type Thread } from './api';
import type { WindowKey } from './keys';

/** A point of a thread: a message, the first message from a time on, or the place after a message. */
export type Point = { message: string } | { at: string } | { after: string };

/** The path of the messages around a point. */
export const pathAround = (room: Room, point: Point) =>
  `${callPath(room, 'getMessagesAround')}?${new URLSearchParams(point)}`;

/** A part of a thread, around or after a point. */
export type Window = Thread & {
  /** The message at the point. */
  target: string | undefined;
  /** Whether there are messages after these. */
  hasNewer: boolean;
};

/** Fetches a part of a thread. */
export async function getWindow(room: Room, path: string): Promise<Window> {
  const { messages, target, hasOlder, hasNewer } = (await getWithNext<MessagesAround>(path)).body;
  return { messages, older: hasOlder ? pathBefore(room, messages[0]?._id ?? '') : null, target, hasNewer };
}

/** Searches a room, from its newest message on or before an older one. */
export const searchMessages = (room: Room, search: string, before = '') =>
  get<FoundMessages>(`${callPath(room, 'searchMessages')}?${new URLSearchParams({ search, before })}`);

/** The key of a part of a room's thread, around the point that `path` names. */
export const windowKey = (room: Room, path: string): WindowKey => ({ type: 'thread', path, room: room.key });
