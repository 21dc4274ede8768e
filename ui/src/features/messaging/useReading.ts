import { useEffect, useRef } from 'react';
import { useSWRConfig } from 'swr';
import type { ReadState } from '../../api/generated';
import type { CacheEditor, Refetch } from '../../lib/useCacheEditor';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { markRead, type Room } from './api';
import { beginReading } from './beingRead';
import { wasRead } from './cache';

/** Between two notes, in milliseconds: what is read meanwhile is noted together. */
const pause = 400;

/** Tells the other tabs of this browser: the server pushes nothing about what one has read. */
const otherTabs = new BroadcastChannel('messages read');

/** Notes, while the end of a room is seen, that one has read up to its last message. */
export function useReading(room: Room, lastId: string | undefined, isSeen: boolean) {
  const { mutate } = useSWRConfig();
  const edit = useCacheEditor();
  const { key } = room;
  useEffect(() => (isSeen ? beginReading(key) : undefined), [key, isSeen]);
  const notedAt = useRef(-pause);
  useEffect(() => {
    if (!isSeen || !lastId) return;
    const note = async () => {
      notedAt.current = performance.now();
      try {
        const state = await markRead(room, lastId);
        wasRead({ edit, mutate }, room.key, state);
        otherTabs.postMessage([room.key, state]);
      } catch (error) {
        // It is noted with the next message, or the next time.
        console.error(error);
      }
    };
    const timer = setTimeout(note, Math.max(0, notedAt.current + pause - performance.now()));
    return () => clearTimeout(timer);
  }, [room, lastId, isSeen, edit, mutate]);
}

/** Shows what is read in other tabs, until the returned function is called. */
export function hearOtherTabs(edit: CacheEditor, mutate: Refetch): () => void {
  const hear = ({ data: [key, state] }: MessageEvent<[string, ReadState]>) => wasRead({ edit, mutate }, key, state);
  otherTabs.addEventListener('message', hear);
  return () => otherTabs.removeEventListener('message', hear);
}
