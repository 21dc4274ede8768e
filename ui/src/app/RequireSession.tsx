import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import useSWR from 'swr';
import { stripBase } from '../api/base';
import { isSignedOut, onAuthError, xsrfToken } from '../api/client';
import type { User } from '../api/generated';
import { ErrorMessage } from '../components/ErrorMessage';
import { lazyWithRetry } from '../components/lazyWithRetry';
import { adoptPreferences, keepInAccount } from '../features/preferences/account';
import { fetchKey } from '../lib/cacheKeys';
import { storeOpenedPage } from '../lib/openedPage';
import { TakeOver } from '../lib/serverPage';
import { leaveToLandingPage, UserContext } from '../lib/session';
import { site } from '../lib/site';
import { currentUserKey } from './currentUser';

const Unreachable = site.features.push
  ? lazyWithRetry(async () => ({ default: (await import('./RareParts')).OfflinePages }))
  : ErrorMessage;

const Stranger = lazyWithRetry(() => import('./Stranger'));

/**
 * Renders its children for signed-in users and redirects others to the login, with a way back if a
 * session has ended. A session has also ended for a tab if another user is signed in now: that user
 * sees nothing of its content. While everyone may read, readers without a session see the public pages.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  // Without its cookie there is no session to ask for.
  const [mayHaveSession] = useState(() => !site.publicReading || !!xsrfToken());
  const { data: user, error, mutate } = useSWR<User, unknown>(mayHaveSession ? currentUserKey : null, fetchKey);
  const signedOut = isSignedOut(error);
  const preferences = user?.preferences;
  // Before the first paint of the page.
  useLayoutEffect(() => adoptPreferences(preferences), [preferences]);
  const isSignedIn = user !== undefined;
  useEffect(() => (isSignedIn ? keepInAccount() : undefined), [isSignedIn]);
  useEffect(() => {
    // A call may be rejected for other reasons. This request decides.
    onAuthError((refused) => refused !== currentUserKey.path && void mutate());
    return () => onAuthError(undefined);
  }, [mutate]);
  // An offline tab does not notice that another tab logs out and logs in as another user.
  const [owner, setOwner] = useState<User>();
  if (user && !owner) setOwner(user);
  const hasEnded = owner !== undefined && (signedOut || (user ?? owner)._id !== owner._id);
  const isStranger = !mayHaveSession || (site.publicReading && signedOut && !owner);
  useEffect(() => {
    // A user who already left on purpose has been told why.
    if (stripBase(location.pathname) === '/') return;
    if (hasEnded)
      leaveToLandingPage('Your session has ended. Your drafts are kept.', location.href.slice(location.origin.length));
    else if (signedOut && !isStranger) {
      storeOpenedPage();
      leaveToLandingPage();
    }
  }, [signedOut, hasEnded, isStranger]);
  if (isStranger) return <Stranger />;
  if (signedOut || hasEnded) return null;
  if (user) return <UserContext value={user}>{children}</UserContext>;
  if (!error) return <div role="status" aria-label="Loading" className="shell" />;
  return (
    <main className="p-4">
      <TakeOver />
      <Unreachable error={error} retry={() => void mutate()} />
    </main>
  );
}
