import type { Message, Quote } from '../../api/generated';
import { pathBefore, type Room, type Thread } from './api';

const shown = ({ msg, msgFrom, editedAt, replyTo }: Message) =>
  JSON.stringify([msg, msgFrom, editedAt, replyTo?.msg, replyTo?.msgFrom]);

const isSame = (one: Message, other: Message) => shown(one) === shown(other);

/** The length of the quoted beginning of a message in characters, as on the server. */
const quotedLength = 200;

/** Returns what replies to a message show of it. */
export function quoteOf({ _id, msg, msgFrom }: Message): Quote {
  const characters = [...msg];
  const beginning = `${characters.slice(0, quotedLength).join('')}…`;
  return { _id, msgFrom, msg: characters.length > quotedLength ? beginning : msg };
}

/** Replaces a message, and what others quote of it. Returns the same list if nothing changes. */
export function replaceMessage(known: Message[], changed: Message): Message[] {
  const isConcerned = ({ _id, replyTo }: Message) => _id === changed._id || replyTo?._id === changed._id;
  if (!known.some(isConcerned)) return known;
  return known.map((message) => {
    if (message._id === changed._id) return changed;
    return isConcerned(message) ? { ...message, replyTo: quoteOf(changed) } : message;
  });
}

/** Removes a message, and what others quote of it. */
export const withoutMessage = (known: Message[], removed: string): Message[] =>
  known
    .filter(({ _id }) => _id !== removed)
    .map((message) => (message.replyTo?._id === removed ? { ...message, replyTo: { _id: removed } } : message));

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
  return { ...thread, messages, older: pathBefore(room, messages[0]?._id ?? '') };
}
