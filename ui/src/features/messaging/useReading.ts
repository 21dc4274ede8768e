import { useEffect, useReducer, useRef } from 'react';
import { useSWRConfig } from 'swr';
import type { Message, ReadState } from '../../api/generated';
import { onConnect } from '../../lib/connection';
import { useUser } from '../../lib/session';
import type { CacheEditor, Refetch } from '../../lib/useCacheEditor';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { markRead, type Room } from './api';
import { noteOpen } from './beingRead';
import { wasRead } from './cache';

/** Between two notes, in milliseconds: what is read meanwhile is noted together. */
const pause = 400;

/** Tells the other tabs of this browser: the server pushes nothing about what one has read. */
const otherTabs = new BroadcastChannel('messages read');

/**
 * Notes, while the end of a room is seen, that one has read up to its last message, if that is not one's own: who writes
 * has read what was there. Up to `readUpTo` it is noted already.
 */
export function useReading(room: Room, last: Message | undefined, readUpTo: string, isSeen: boolean) {
  const { username } = useUser();
  const { mutate } = useSWRConfig();
  const edit = useCacheEditor();
  const { key } = room;
  useEffect(() => noteOpen(key, isSeen), [key, isSeen]);
  const lastId = last?.msgFrom === username ? undefined : last?._id;
  const [connects, countConnect] = useReducer((count: number) => count + 1, 0);
  useEffect(() => onConnect(countConnect), []);
  const noted = useRef({ upTo: readUpTo, at: -pause });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be noted is noted at the next connect
  useEffect(() => {
    const { upTo } = noted.current;
    if (!isSeen || !lastId || lastId <= upTo) return;
    const note = async () => {
      noted.current = { upTo: lastId, at: performance.now() };
      try {
        const state = await markRead(room, lastId);
        wasRead({ edit, mutate }, room.key, state);
        otherTabs.postMessage([room.key, state]);
      } catch (error) {
        // It is noted with the next message, at the next connect, or when it is seen the next time.
        noted.current.upTo = upTo;
        console.error(error);
      }
    };
    const timer = setTimeout(note, Math.max(0, noted.current.at + pause - performance.now()));
    return () => clearTimeout(timer);
  }, [room, lastId, isSeen, connects, edit, mutate]);
}

/** Shows what is read in other tabs, until the returned function is called. */
export function hearOtherTabs(edit: CacheEditor, mutate: Refetch): () => void {
  const hear = ({ data: [key, state] }: MessageEvent<[string, ReadState]>) => wasRead({ edit, mutate }, key, state);
  otherTabs.addEventListener('message', hear);
  return () => otherTabs.removeEventListener('message', hear);
}
