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
