import type { Message } from '../../api/generated';
import type { Room, Thread } from './api';

const isSame = (one: Message, other: Message) => one.msg === other.msg && one.msgFrom === other.msgFrom;

/** The messages of both lists in their order, each once and as `more` has it; the very same list if that says nothing new. */
export function united(known: Message[], more: Message[]): Message[] {
  const byId = new Map(known.map((message) => [message._id, message]));
  const isKnown = (message: Message) => {
    const before = byId.get(message._id);
    return before !== undefined && isSame(before, message);
  };
  if (more.every(isKnown)) return known;
  for (const message of more) if (!isKnown(message)) byId.set(message._id, message);
  return [...byId.values()].sort((one, other) => (one._id < other._id ? -1 : 1));
}

/** A thread that is longer is shortened, to so many messages: else it would grow for as long as the page is there. */
const [longest, kept] = [600, 300];

/** The thread without its oldest messages, if it is very long; they can be fetched again. */
export function shortened(thread: Thread, room: Room): Thread {
  if (thread.messages.length <= longest) return thread;
  const messages = thread.messages.slice(-kept);
  return { ...thread, messages, older: `${room.path}?${new URLSearchParams({ cursor: messages[0]?._id ?? '' })}` };
}

/** The thread after it was fetched anew. If so much was missed that the two do not meet, it begins anew, too. */
export function refreshed(known: Thread | undefined, fresh: Thread): Thread {
  const [first] = fresh.messages;
  if (!known || !first || !known.messages.some(({ _id }) => _id >= first._id)) return fresh;
  const goesFurther = (known.messages[0]?._id ?? first._id) < first._id;
  return {
    ...fresh,
    messages: united(known.messages, fresh.messages),
    older: goesFurther ? known.older : fresh.older,
  };
}

/** The thread with the part before it, unless that has come already. */
export const withOlder = (thread: Thread, path: string, part: Thread): Thread =>
  thread.older === path ? { ...thread, messages: united(thread.messages, part.messages), older: part.older } : thread;
