import { type ReactNode, useEffect } from 'react';
import useSWR from 'swr';
import { get, isSignedOut } from '../api/client';
import type { User } from '../api/generated';
import { ErrorBox } from '../components/ErrorBox';
import { leave, UserContext } from '../lib/session';

/** Lets through who is signed in; everybody else goes to the login. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { data: user, error, mutate } = useSWR<User, unknown>('/user/me', get);
  const signedOut = isSignedOut(error);
  useEffect(() => {
    if (signedOut) leave();
  }, [signedOut]);
  if (user && !signedOut) return <UserContext value={user}>{children}</UserContext>;
  if (error && !signedOut) return <ErrorBox error={error} retry={() => void mutate()} />;
  return null;
}
