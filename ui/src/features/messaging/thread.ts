import type { Message } from '../../api/generated';
import type { Room, Thread } from './api';

const isSame = (one: Message, other: Message) => one.msg === other.msg && one.msgFrom === other.msgFrom;

/** Merges two lists of messages by id. `more` wins. Returns the same list if nothing changes. */
export function mergeMessages(known: Message[], more: Message[]): Message[] {
  const byId = new Map(known.map((message) => [message._id, message]));
  const isKnown = (message: Message) => {
    const before = byId.get(message._id);
    return before !== undefined && isSame(before, message);
  };
  if (more.every(isKnown)) return known;
  for (const message of more) if (!isKnown(message)) byId.set(message._id, message);
  return [...byId.values()].sort((one, other) => (one._id < other._id ? -1 : 1));
}

/**
 * The length at which a thread is trimmed, and the length it is trimmed to. Otherwise it would grow
 * as long as the page is open.
 */
const [maxLength, keptLength] = [600, 300];

/** Removes the oldest messages of a very long thread. They can be fetched again. */
export function trimThread(thread: Thread, room: Room): Thread {
  if (thread.messages.length <= maxLength) return thread;
  const messages = thread.messages.slice(-keptLength);
  return { ...thread, messages, older: `${room.path}?${new URLSearchParams({ cursor: messages[0]?._id ?? '' })}` };
}
