import { useParams } from 'react-router-dom';
import useSWR from 'swr';
import { ApiError, get } from '../../api/client';
import type { User } from '../../api/generated';
import { Empty } from '../../components/Empty';
import { ErrorBox } from '../../components/ErrorBox';
import { Skeleton } from '../../components/Skeleton';
import { usePageTitle } from '../../components/usePageTitle';
import { useUser } from '../../lib/session';
import { userPath } from './api';
import { Biography } from './Biography';
import { DeleteUser } from './DeleteUser';
import styles from './ProfilePage.module.css';
import { ResetPassword } from './ResetPassword';

/** A user's profile; its owner changes it here. */
export default function ProfilePage() {
  const { username = '' } = useParams();
  const me = useUser();
  const { data: user, error, mutate } = useSWR<User, unknown>(userPath(username), get);
  usePageTitle(username);
  if (error) {
    return error instanceof ApiError && error.status === 404 ? (
      <Empty title="No user data found. Make sure the username parameter is correct." />
    ) : (
      <ErrorBox error={error} text="Error fetching user profile" retry={() => void mutate()} />
    );
  }
  if (!user) return <Skeleton rows={2} />;
  const isOwner = me.username === user.username;
  return (
    <div className={styles.page}>
      <h1>
        <bdi>{user.username}</bdi>
      </h1>
      <section>
        <h2>General Information</h2>
        <dl className={styles.facts}>
          <dt>Username</dt>
          <dd>
            <bdi>{user.username}</bdi>
          </dd>
          {user.displayName && (
            <>
              <dt>Imported name</dt>
              <dd>
                <bdi>{user.displayName}</bdi>
              </dd>
            </>
          )}
          <dt>Date joined</dt>
          <dd>{new Date(user.dateJoined).toLocaleDateString()}</dd>
        </dl>
        <Biography user={user} isOwner={isOwner} />
      </section>
      {isOwner && (
        <>
          <ResetPassword username={user.username} />
          <DeleteUser username={user.username} />
        </>
      )}
    </div>
  );
}
