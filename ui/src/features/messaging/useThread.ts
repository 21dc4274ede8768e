import { useRef, useState } from 'react';
import useSWR, { unstable_serialize, useSWRConfig } from 'swr';
import type { Message } from '../../api/generated';
import { type CacheKey, keyEquals } from '../../lib/cacheKeys';
import { type Failure, failureOf } from '../../lib/failure';
import { useAction } from '../../lib/useAction';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { getThread, type Room, type Thread } from './api';
import { threadKey } from './keys';
import { getWindow, type Point, pathAround, type Window, windowKey } from './parts';
import { mergeMessages } from './thread';
import { joinWindow, mergeRefetched, prependOlder } from './threadPages';

/** The messages before or after the shown ones. */
export type MoreMessages = { hasMore: boolean; isLoading: boolean; error: Failure | null; load: () => void };

/** A message to scroll to. Another object is another request, also with the same id. */
export type Target = { id: string };

/** What the viewer sees of a thread: its newest messages, or a part of it around a point. */
export type View = {
  messages: Message[];
  older: MoreMessages;
  /** Null while the newest messages are shown. */
  newer: MoreMessages | null;
  target: Target | null;
  /** Why the last point could not be shown. */
  error: Failure | null;
  show: (point: Point) => void;
  showNewest: () => void;
};

const errorText = 'Error when fetching messages';

/**
 * Returns the live messages of a room, and a view of them. New messages are added to the newest ones only. A part that
 * reaches these is joined to them, and the newest messages are shown again.
 */
export function useThread(room: Room) {
  const { cache, mutate } = useSWRConfig();
  const edit = useCacheEditor();
  const cached = <T extends Thread>(key: CacheKey) => cache.get(unstable_serialize(key))?.data as T | undefined;
  // Merged with the current data: messages that arrived meanwhile and other pages stay.
  const newest = useSWR<Thread, unknown>(threadKey(room), async (key: CacheKey) => {
    const fresh = await getThread(key.path);
    return mergeRefetched(cached(key), fresh);
  });
  /** The path of the shown part. Null: the newest messages. */
  const [part, setPart] = useState<string | null>(null);
  const [target, setTarget] = useState<Target | null>(null);
  const window = useSWR<Window, unknown>(
    part === null ? null : windowKey(room, part),
    async (key: CacheKey) => {
      const fresh = await getWindow(room, key.path);
      return { ...fresh, ...mergeRefetched(cached(key), fresh) };
    },
    { revalidateIfStale: false },
  );
  const shown = part === null ? newest.data : window.data;
  const shownKey = part === null ? threadKey(room) : windowKey(room, part);

  /** The number of changes of the view: a response to an earlier one is too late. */
  const changes = useRef(0);
  const showNewest = () => {
    changes.current += 1;
    setPart(null);
    setTarget(null);
  };
  const open = (path: string, window: Window) => {
    let isJoined = false;
    edit<Thread>(keyEquals(threadKey(room)), (thread) => {
      const joined = joinWindow(thread, window);
      isJoined = joined !== null;
      return joined ?? thread;
    });
    if (!isJoined) void mutate(windowKey(room, path), window, { revalidate: false });
    setPart(isJoined ? null : path);
  };

  const [failure, setFailure] = useState<Failure | null>(null);
  const show = async (point: Point) => {
    changes.current += 1;
    const change = changes.current;
    setTarget(null);
    setFailure(null);
    try {
      const path = pathAround(room, point);
      const isLoaded = 'message' in point && shown?.messages.some(({ _id }) => _id === point.message);
      const window = isLoaded ? null : await getWindow(room, path);
      if (change !== changes.current) return;
      if (window) open(path, window);
      const id = window ? window.target : 'message' in point && point.message;
      if (id) setTarget({ id });
    } catch (error) {
      if (change === changes.current) setFailure(failureOf(errorText, error));
    }
  };

  const olderPath = shown?.older ?? null;
  const loadingOlder = useAction(errorText);
  const loadOlder = () =>
    void loadingOlder.run(async () => {
      if (olderPath === null) return;
      const page = await getThread(olderPath);
      edit<Thread>(keyEquals(shownKey), (thread) => prependOlder(thread, olderPath, page));
    });

  const loadingNewer = useAction(errorText);
  const loadNewer = () => {
    const after = shown?.messages.at(-1)?._id;
    // All of them were removed.
    if (part === null || after === undefined) return showNewest();
    const change = changes.current;
    void loadingNewer.run(async () => {
      const { messages, hasNewer } = await getWindow(room, pathAround(room, { after }));
      const known = cached<Window>(shownKey);
      if (change !== changes.current || !known) return;
      open(part, { ...known, messages: mergeMessages(known.messages, messages), hasNewer });
    });
  };

  const view: View = {
    messages: shown?.messages ?? [],
    older: { hasMore: olderPath !== null, isLoading: loadingOlder.busy, error: loadingOlder.error, load: loadOlder },
    newer:
      part === null
        ? null
        : { hasMore: true, isLoading: loadingNewer.busy, error: loadingNewer.error, load: loadNewer },
    target,
    error: failure,
    show: (point) => void show(point),
    showNewest,
  };
  return { thread: newest.data, error: newest.error, retry: () => void newest.mutate(), view };
}
