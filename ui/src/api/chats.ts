import { post } from './client';
import type { Chat } from './generated';

/** Creates a chat of these users, the caller among them, or returns the one that they have. */
export const createChat = (participants: string[]) => post<Chat>('/chat/createChat', { participants, messages: [] });
