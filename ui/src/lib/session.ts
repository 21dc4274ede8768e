import { createContext, useContext } from 'react';
import type { User } from '../api/generated';

/** The signed-in user, for everything inside of the app half. */
export const UserContext = createContext<User | null>(null);

/** The signed-in user. */
export function useUser(): User {
  const user = useContext(UserContext);
  if (!user) throw new Error('User context is null.');
  return user;
}

/**
 * Goes to the landing page, in a new document: no cache and no connection outlives the session. A `farewell` can be
 * read there.
 */
export function leave(farewell?: string): void {
  history.replaceState({ farewell }, '', '/');
  location.reload();
}

/** What the page that was left had to say. */
export const farewell = (): string | undefined => (history.state as { farewell?: string } | null)?.farewell;
