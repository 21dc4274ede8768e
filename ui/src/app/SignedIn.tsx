import { Outlet } from 'react-router-dom';
import useSWR from 'swr';
import { get } from '../api/client';
import type { User } from '../api/generated';
import { Failure } from '../components/states';
import { UserContext } from '../lib/session';
import { useLive } from './live';
import styles from './SignedIn.module.css';

/** Lets a signed-in user through, with the live connection; anyone else goes to the landing page (see `App`). */
export function SignedIn() {
  const { data: user, error, mutate } = useSWR('/user/me', get<User>);
  const isLost = useLive();
  if (user) {
    return (
      <UserContext value={user}>
        <Outlet />
        {isLost && (
          <p className={styles.lost} role="status">
            The connection is lost. Trying again…
          </p>
        )}
      </UserContext>
    );
  }
  return error ? <Failure error={error} sentence="Error when fetching user" onRetry={() => mutate()} /> : null;
}
