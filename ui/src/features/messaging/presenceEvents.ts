import type { ChatPresence, ChatTyping } from '../../api/generated';
import { globalRoom } from './api';

/** What the open room does when users come, go and write. */
export type PresenceListener = {
  key: string;
  present: (usernames: string[], count: number) => void;
  typing: (name: string) => void;
};

let open: PresenceListener | undefined;

/** Sets the listener of the open room until the returned function is called. */
export function setPresenceListener(listener: PresenceListener): () => void {
  open = listener;
  return () => {
    if (open === listener) open = undefined;
  };
}

const listenerOf = (chatId = globalRoom.key) => (open?.key === chatId ? open : undefined);

/** Applies who has a room open. */
export const presenceChanged = ({ chatId, usernames, count }: ChatPresence) =>
  listenerOf(chatId)?.present(usernames, count);

/** Applies that a user is writing in a room. */
export const typed = ({ chatId, username }: ChatTyping) => listenerOf(chatId)?.typing(username);
