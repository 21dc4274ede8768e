import { createContext, useContext } from 'react';
import { base } from '../api/base';
import { xsrfToken } from '../api/client';
import type { User } from '../api/generated';
import { site } from './site';

/** The signed-in user of the app. */
export const UserContext = createContext<User | null>(null);

/** Returns the signed-in user. */
export function useUser(): User {
  const user = useContext(UserContext);
  if (!user) throw new Error('User context is null.');
  return user;
}

/** Returns whether a user moderates the site: as a moderator of the site or an administrator. */
export const moderatesSite = ({ isAdministrator, isSiteModerator }: User) => isAdministrator || isSiteModerator;

/** The callback after a login on the public pages. */
export const LoginContext = createContext<(() => void) | null>(null);

/** Returns the callback after a login. */
export function useLogin(): () => void {
  const onSignedIn = useContext(LoginContext);
  if (!onSignedIn) throw new Error('Login context is null.');
  return onSignedIn;
}

/** Deletes what this browser stores for the user of a session that has ended. */
export async function clearDevice(): Promise<void> {
  if (site.features.push)
    await import('./device').then(
      (device) => device.clear(),
      () => undefined,
    );
}

/** The state that a page passes to the landing page. */
type LandingState = { landingMessage?: string | undefined; returnTo?: string | undefined };

/**
 * Goes to the landing page in a new document: no cache and no connection outlives the session. The
 * landing page shows the `landingMessage`, and its login leads back to `returnTo`.
 */
export async function leaveToLandingPage(landingMessage?: string, returnTo?: string): Promise<void> {
  await clearDevice();
  const landingState: LandingState = { landingMessage, returnTo };
  history.replaceState(landingState, '', `${base}/`);
  location.reload();
}

const landingState = () => history.state as LandingState | null;

/**
 * Returns whether a session may be open in this browser: its cookie exists, and the previous page
 * did not just end it.
 */
export const mayHaveSession = () => !landingState() && !!xsrfToken();

/** Returns the message of the previous page. */
export const landingMessage = (): string | undefined => landingState()?.landingMessage;

/** Returns the destination of the login: the previous page if it belongs to this site, or home. */
export function returnPath(): string {
  const path = landingState()?.returnTo;
  return path && /^\/(?![/\\])/.test(path) ? path : `${base}/home`;
}
