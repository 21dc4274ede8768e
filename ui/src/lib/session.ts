import { createContext, useContext } from 'react';
import type { User } from '../api/generated';

/** The signed-in user. */
export const UserContext = createContext<User | null>(null);

/** The signed-in user; only pages below the sign-in guard may ask. */
export function useUser(): User {
  const user = useContext(UserContext);
  if (user === null) throw new Error('User context is null.');
  return user;
}

/**
 * Goes to the landing page with a fresh document, so that no cache and no connection outlives the session.
 * The landing page shows `notice` once.
 */
export function leave(notice?: string): void {
  history.replaceState({ notice }, '', '/');
  location.reload();
}
