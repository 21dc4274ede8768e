import { useEffect, useReducer, useRef } from 'react';
import { useSWRConfig } from 'swr';
import type { Message } from '../../api/generated';
import { onConnect } from '../../lib/connection';
import { useUser } from '../../lib/session';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { setActiveRoom } from './activeRooms';
import { markRead, type Room } from './api';
import { readStateUpdated } from './cache';
import { otherTabs } from './readTabs';

/**
 * The delay between two reports, in milliseconds. Messages that are read meanwhile are reported
 * together.
 */
const batchDelayMs = 400;

/**
 * Reports the last message of a room as read while the end of the room is visible. Own messages
 * need no report, because writing marks everything before it as read. Messages up to `readUpTo` are
 * reported already.
 */
export function useReadTracking(room: Room, last: Message | undefined, readUpTo: string, isSeen: boolean) {
  const { username } = useUser();
  const { mutate } = useSWRConfig();
  const edit = useCacheEditor();
  const { key } = room;
  useEffect(() => setActiveRoom(key, isSeen), [key, isSeen]);
  const lastId = last?.msgFrom === username ? undefined : last?._id;
  const [connects, countConnect] = useReducer((count: number) => count + 1, 0);
  useEffect(() => onConnect(countConnect), []);
  const noted = useRef({ upTo: readUpTo, at: -batchDelayMs });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be noted is noted at the next connect
  useEffect(() => {
    const { upTo } = noted.current;
    if (!isSeen || !lastId || lastId <= upTo) return;
    const note = async () => {
      noted.current = { upTo: lastId, at: performance.now() };
      try {
        const state = await markRead(room, lastId);
        readStateUpdated({ edit, mutate }, room.key, state);
        otherTabs.postMessage([room.key, state]);
      } catch (error) {
        // It is reported with the next message, at the next connect, or when the end is visible
        // again.
        noted.current.upTo = upTo;
        console.error(error);
      }
    };
    const timer = setTimeout(note, Math.max(0, noted.current.at + batchDelayMs - performance.now()));
    return () => clearTimeout(timer);
  }, [room, lastId, isSeen, connects, edit, mutate]);
}
