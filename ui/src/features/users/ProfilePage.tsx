import { useParams } from 'react-router-dom';
import useSWR from 'swr';
import { ApiError, get } from '../../api/client';
import { sentences, type User } from '../../api/generated';
import { Empty, Failure, Skeleton } from '../../components/states';
import { usePageTitle } from '../../lib/pageTitle';
import { useUser } from '../../lib/session';
import { userPath } from './api';
import { Biography } from './Biography';
import { DangerZone } from './DangerZone';
import { JoinedDate } from './JoinedDate';
import { PasswordForm } from './PasswordForm';
import styles from './ProfilePage.module.css';

/** A user's profile; its owner can change it. */
export function Component() {
  const { username = '' } = useParams();
  const me = useUser();
  const { data: user, error, mutate } = useSWR(userPath(username), get<User>);
  usePageTitle(username);
  if (!user) {
    if (!error) return <Skeleton />;
    const isMissing = error instanceof ApiError && error.status === 404;
    if (isMissing) return <Empty title={sentences.userNotFound} />;
    return <Failure error={error} sentence="Error fetching user profile" onRetry={() => mutate()} />;
  }
  const isOwner = user.username === me.username;
  return (
    <div className={styles.profile}>
      <h1>{user.username}</h1>
      {user.displayName && user.displayName !== user.username && <p className="muted mb-0">{user.displayName}</p>}
      <section className={styles.section} aria-labelledby="general">
        <h2 id="general">General Information</h2>
        <dl className={styles.facts}>
          <dt>Username</dt>
          <dd>{user.username}</dd>
          <dt>Date Joined</dt>
          <dd>
            <JoinedDate time={user.dateJoined} />
          </dd>
        </dl>
        <Biography user={user} isOwner={isOwner} onSaved={(saved) => mutate(saved, { revalidate: false })} />
      </section>
      {isOwner && (
        <>
          <section className={styles.section} aria-labelledby="password">
            <h2 id="password">Reset Password</h2>
            <PasswordForm username={user.username} />
          </section>
          <section className={`${styles.section} ${styles.danger}`} aria-labelledby="danger">
            <h2 id="danger">Danger Zone</h2>
            <DangerZone username={user.username} />
          </section>
        </>
      )}
    </div>
  );
}
