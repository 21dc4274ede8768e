import { use } from 'react';
import { base } from '../api/base';
import { UserContext } from './session';

/** Returns whether the page is shown to a reader without a session. */
export const useIsStranger = (): boolean => use(UserContext)?._id === '';

/** Goes to the login, which leads back to the page that is open now. */
export function logIn(): void {
  const returnTo = location.href.slice(location.origin.length);
  history.pushState({ returnTo }, '', `${base}/`);
  location.reload();
}
