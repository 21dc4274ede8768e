import type { Thread } from './api';
import type { Window } from './parts';
import { mergeMessages } from './thread';

/**
 * Merges a thread with its refetched end. If too much was missed for the two to overlap, only the
 * new one stays. What the new one lacks between its first and last message was removed.
 */
export function mergeRefetched(known: Thread | undefined, fresh: Thread): Thread {
  const [first] = fresh.messages;
  if (!known || !first || !known.messages.some(({ _id }) => _id >= first._id)) return fresh;
  const goesFurther = (known.messages[0]?._id ?? first._id) < first._id;
  const last = fresh.messages.at(-1) ?? first;
  const isKept = new Set(fresh.messages.map(({ _id }) => _id));
  const kept = known.messages.filter(({ _id }) => _id < first._id || _id > last._id || isKept.has(_id));
  return {
    ...fresh,
    messages: mergeMessages(kept, fresh.messages),
    older: goesFurther ? known.older : fresh.older,
  };
}

/** Adds the previous page to a thread, unless it was added already. */
export const prependOlder = (thread: Thread, path: string, part: Thread): Thread =>
  thread.older === path
    ? { ...thread, messages: mergeMessages(thread.messages, part.messages), older: part.older }
    : thread;

/** Returns the newest messages with a part of the thread before them, or null if others may lie between the two. */
export function joinWindow(newest: Thread, window: Window): Thread | null {
  const [first] = newest.messages;
  const [oldest, last] = [window.messages[0], window.messages.at(-1)];
  const overlaps = first && last && last._id >= first._id;
  if (window.hasNewer && !overlaps) return null;
  const goesFurther = oldest && (!first || oldest._id < first._id);
  return {
    ...newest,
    messages: mergeMessages(window.messages, newest.messages),
    older: goesFurther ? window.older : newest.older,
  };
}
