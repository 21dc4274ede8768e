import { type ReactNode, useEffect, useState } from 'react';
import useSWR from 'swr';
import { within } from '../api/base';
import { get, hearRefusals, isSignedOut } from '../api/client';
import type { User } from '../api/generated';
import { ErrorBox } from '../components/ErrorBox';
import { leave, UserContext } from '../lib/session';

const path = '/user/me';

/**
 * Lets through who is signed in; everybody else goes to the login, and from there back if a session has ended. It has for
 * a tab if somebody else is signed in by now: he is shown nothing of what is open in it.
 */
export function SignedIn({ children }: { children: ReactNode }) {
  const { data: user, error, mutate } = useSWR<User, unknown>(path, get);
  const signedOut = isSignedOut(error);
  useEffect(() => {
    // A call may be refused for other reasons: this one knows.
    hearRefusals((refused) => refused !== path && void mutate());
    return () => hearRefusals(undefined);
  }, [mutate]);
  // A tab that is offline does not hear that another one logs out, and in as somebody else.
  const [owner, setOwner] = useState<User>();
  if (user && !owner) setOwner(user);
  const hasEnded = owner !== undefined && (signedOut || (user ?? owner)._id !== owner._id);
  useEffect(() => {
    // Whoever leaves already, of their own will, has been told why.
    if (within(location.pathname) === '/') return;
    if (hasEnded) leave('Your session has ended. What you wrote is kept.', location.href.slice(location.origin.length));
    else if (signedOut) leave();
  }, [signedOut, hasEnded]);
  if (signedOut || hasEnded) return null;
  if (user) return <UserContext value={user}>{children}</UserContext>;
  return error ? <ErrorBox error={error} retry={() => void mutate()} /> : null;
}
