import { type MouseEvent, Suspense } from 'react';
import { Link } from 'react-router-dom';
import type { User } from '../../api/generated';
import { Avatar } from '../../components/avatars/Avatar';
import { ChangeAvatar } from '../../components/avatars/ChangeAvatar';
import { Badge } from '../../components/Badge';
import { lazyWithRetry } from '../../components/lazyWithRetry';
import { MessageButton } from '../../components/MessageButton';
import { Reputation } from '../../components/Reputation';
import { UserCounts } from '../../components/UserCounts';
import { memberSince } from '../../lib/memberSince';
import { routes } from '../../lib/routes';
import { moderatesSite, useUser } from '../../lib/session';
import { site } from '../../lib/site';
import { useIsStranger } from '../../lib/stranger';
import { postsId } from './AuthoredPosts';
import styles from './ProfileHead.module.css';

const SanctionMark = lazyWithRetry(() => import('../../components/sanctions/SanctionMark'), { isOptional: true });

/** Moves to the posts. The address stays, so that Back leaves the page. */
function goToPosts(event: MouseEvent) {
  event.preventDefault();
  const posts = document.getElementById(postsId);
  posts?.scrollIntoView();
  posts?.focus({ preventScroll: true });
}

/** Says whose profile it is, and opens a chat with them. */
export function ProfileHead({ user, isOwner }: { user: User; isOwner: boolean }) {
  const isStranger = useIsStranger();
  const viewer = useUser();
  return (
    <header className={styles.head}>
      <Avatar seed={user.username} size={5} />
      <div className={styles.name}>
        <h1>
          <bdi>{user.username}</bdi>
        </h1>
        {user.isAdministrator && <Badge>Administrator</Badge>}
        {user.isSiteModerator && <Badge>Moderator</Badge>}
        {user.isBot && <Badge>Bot</Badge>}
        <Suspense>{moderatesSite(viewer) && <SanctionMark username={user.username} />}</Suspense>
        <p>{memberSince(user.dateJoined)}</p>
        {isStranger ? (
          <UserCounts user={user} />
        ) : (
          <a href={`#${postsId}`} onClick={goToPosts}>
            <UserCounts user={user} />
          </a>
        )}
        <p>
          <Reputation user={user} />
        </p>
      </div>
      {isOwner && (
        <div className="d-flex flex-wrap gap-2">
          {site.features.pictures && <ChangeAvatar of="users" seed={user.username} />}
          <Link to={routes.settings.to()} className="btn btn-outline-secondary btn-sm">
            All settings
          </Link>
          <Link to={routes.settings.to('drafts')} className="btn btn-outline-secondary btn-sm">
            Your drafts
          </Link>
        </div>
      )}
      {site.features.chat && !isOwner && !user.isBot && (
        <div>
          <MessageButton username={user.username} isPrimary />
        </div>
      )}
    </header>
  );
}
