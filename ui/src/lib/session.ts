import { createContext, useContext } from 'react';
import { base } from '../api/base';
import type { User } from '../api/generated';

/** The signed-in user, for everything inside of the app half. */
export const UserContext = createContext<User | null>(null);

/** The signed-in user. */
export function useUser(): User {
  const user = useContext(UserContext);
  if (!user) throw new Error('User context is null.');
  return user;
}

/** What follows a login, for the public half. */
export const LoginContext = createContext<(() => void) | null>(null);

/** What is to be called after a login. */
export function useLogin(): () => void {
  const onSignedIn = useContext(LoginContext);
  if (!onSignedIn) throw new Error('Login context is null.');
  return onSignedIn;
}

/** What the page that was left hands to the landing page. */
type Parting = { farewell?: string | undefined; returnTo?: string | undefined };

/**
 * Goes to the landing page, in a new document: no cache and no connection outlives the session. A `farewell` can be
 * read there, and the login leads back to the path `returnTo`.
 */
export function leave(farewell?: string, returnTo?: string): void {
  const parting: Parting = { farewell, returnTo };
  history.replaceState(parting, '', `${base}/`);
  location.reload();
}

const parting = () => history.state as Parting | null;

/** Whether a session may be open in this browser, and the page that was left did not just end it. */
export const mayBeSignedIn = () => !parting() && /(?:^|; )XSRF-TOKEN=/.test(document.cookie);

/** What the page that was left had to say. */
export const farewell = (): string | undefined => parting()?.farewell;

/** Where the login leads: to the page that was left, if that is one of this site, or home. */
export function returnPath(): string {
  const path = parting()?.returnTo;
  return path && /^\/(?![/\\])/.test(path) ? path : `${base}/home`;
}
