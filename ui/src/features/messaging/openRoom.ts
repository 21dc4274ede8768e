import type { ChatPresence, ChatTyping } from '../../api/generated';
import { globalRoom } from './api';

type Listener = { key: string; present: (usernames: string[], count: number) => void; typing: (name: string) => void };

/** The room that is open on this page. */
let open: Listener | undefined;

/** Passes on what happens in a room, until the returned function is called. */
export function listenIn(listener: Listener): () => void {
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
