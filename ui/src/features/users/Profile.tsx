import { type ReactNode, Suspense } from 'react';
import { Link, Navigate, useParams } from 'react-router-dom';
import useSWR from 'swr';
import { ApiError } from '../../api/client';
import type { Profile as ProfileData } from '../../api/generated';
import { userNotFound } from '../../api/sentences';
import { ErrorMessage } from '../../components/ErrorMessage';
import { ReportButton } from '../../components/flags/ReportButton';
import { lazyWithRetry } from '../../components/lazyWithRetry';
import { NotFoundMessage } from '../../components/NotFoundMessage';
import { Skeleton } from '../../components/Skeleton';
import { usePageTitle } from '../../components/usePageTitle';
import { fetchKey } from '../../lib/cacheKeys';
import { dateOf } from '../../lib/dates';
import { routes } from '../../lib/routes';
import { moderatesSite, useUser } from '../../lib/session';
import { site } from '../../lib/site';
import { useIsStranger } from '../../lib/stranger';
import { useFocusRestore } from '../../lib/useFocusRestore';
import { userKey } from '../../lib/userKey';
import { AuthoredPosts } from './AuthoredPosts';
import { Biography } from './Biography';
import { BlockUser } from './BlockUser';
import { Contributions } from './Contributions';
import { ContributionYear } from './ContributionYear';
import { DeleteUser } from './DeleteUser';
import styles from './Profile.module.css';
import { ProfileHead } from './ProfileHead';
import { ResetPassword } from './ResetPassword';
import { Shortcuts } from './Shortcuts';

const MemberModeration = lazyWithRetry(() => import('./MemberModeration'), { isOptional: true });
const Trust = lazyWithRetry(() => import('../../components/trust/Trust'), { isOptional: true });
const Badges = lazyWithRetry(() => import('./Badges'), { isOptional: true });

/**
 * Shows a user's profile. The owner also sees `settings`, and what changes the password and ends the account. What the
 * user wrote is listed only to members.
 */
export function Profile({ settings }: { settings: ReactNode }) {
  const { username = '' } = useParams();
  const { data: user, error, mutate } = useSWR<ProfileData, unknown>(userKey(username), fetchKey);
  usePageTitle(username);
  if (error instanceof ApiError && error.status === 404) {
    return (
      <NotFoundMessage title={userNotFound}>
        <Link to={routes.users.to()} className="btn btn-outline-secondary">
          Browse the users
        </Link>
      </NotFoundMessage>
    );
  }
  // A former name leads to the name that the user has now.
  if (user && user.username.toLowerCase() !== username.toLowerCase()) {
    return <Navigate to={routes.user.to(user.username)} replace />;
  }
  if (user) return <ProfileContent key={user._id} user={user} settings={settings} />;
  if (error) return <ErrorMessage error={error} text="Error fetching user profile" retry={() => void mutate()} />;
  return <Skeleton rows={2} />;
}

function ProfileContent({ user, settings }: { user: ProfileData; settings: ReactNode }) {
  const root = useFocusRestore<HTMLDivElement>();
  const viewer = useUser();
  const isOwner = viewer.username === user.username;
  const isStranger = useIsStranger();
  const canModerate =
    moderatesSite(viewer) && !isOwner && !user.isAdministrator && (viewer.isAdministrator || !user.isSiteModerator);
  return (
    <div ref={root} className={styles.page}>
      <div>
        <ProfileHead user={user} isOwner={isOwner} />
        <section>
          <h2>General information</h2>
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
            <dd>{dateOf(user.dateJoined)}</dd>
          </dl>
          <Biography user={user} isOwner={isOwner} />
          {!isOwner && !isStranger && (
            <div className={styles.buttons}>
              {site.features.chat && <BlockUser username={user.username} />}
              <ReportButton kind="user" id={user._id} className="btn btn-outline-secondary btn-sm" />
            </div>
          )}
        </section>
        {!isStranger && <AuthoredPosts username={user.username} />}
        {isOwner && (
          <>
            {settings}
            <ResetPassword username={user.username} />
            <DeleteUser username={user.username} />
          </>
        )}
      </div>
      <div>
        {moderatesSite(viewer) && (
          <Suspense fallback={null}>
            <Trust username={user.username} isStaff={moderatesSite(user) ?? false} />
          </Suspense>
        )}
        {canModerate && (
          <Suspense fallback={null}>
            <MemberModeration username={user.username} />
          </Suspense>
        )}
        {!isStranger && (
          <>
            <Contributions username={user.username} />
            <ContributionYear username={user.username} />
          </>
        )}
        <Suspense fallback={null}>
          <Badges username={user.username} />
        </Suspense>
        {!isStranger && <Shortcuts />}
      </div>
    </div>
  );
}
