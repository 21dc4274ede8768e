import { type ReactNode, Suspense, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { CommunityCard } from '../../../api/generated';
import * as sentences from '../../../api/sentences';
import { AuthorLink } from '../../../components/AuthorLink';
import { Avatar } from '../../../components/avatars/Avatar';
import { ChangeAvatar } from '../../../components/avatars/ChangeAvatar';
import { Badge } from '../../../components/Badge';
import { PrivateIcon } from '../../../components/community/PrivateIcon';
import { useCommunity } from '../../../components/community/useCommunity';
import { EmptyState } from '../../../components/EmptyState';
import { ErrorMessage } from '../../../components/ErrorMessage';
import QueueBadge from '../../../components/flags/QueueBadge';
import { ReportButton } from '../../../components/flags/ReportButton';
import { FollowButton } from '../../../components/following/FollowButton';
import { lazyWithRetry } from '../../../components/lazyWithRetry';
import { useSeenMentions } from '../../../components/mentions/seen';
import { Skeleton } from '../../../components/Skeleton';
import { usePageTitle } from '../../../components/usePageTitle';
import { dateOf } from '../../../lib/dates';
import { pluralize } from '../../../lib/pluralize';
import { routes } from '../../../lib/routes';
import { useUser } from '../../../lib/session';
import { site } from '../../../lib/site';
import { logIn, useIsStranger } from '../../../lib/stranger';
import { useFocusRestore } from '../../../lib/useFocusRestore';
import { JoinButton } from '../JoinButton';
import { CommunityActions, WithdrawButton } from './CommunityActions';
import styles from './CommunityPage.module.css';
import { Description } from './Description';
import { JoinRequests } from './JoinRequests';
import { MemberList, useIsNarrow } from './MemberList';
import { ReadingNotice, ReadingSetting } from './ReadingSetting';
import { RemovedPosts } from './RemovedPosts';
import sidebar from './Sidebar.module.css';
import { WebhookNames } from './WebhookNames';

const Webhooks = lazyWithRetry(() => import('../../../components/webhooks/Webhooks'));

/** Renders the questions of a community, with more of them automatically or on demand. */
type Questions = (communityId: string, isLoadedOnDemand: boolean) => ReactNode;

/** Where the members are. */
const peopleId = 'people';

/** Shows a community, its members and its questions. */
export function CommunityPage({ questions }: { questions: Questions }) {
  const { communityId = '' } = useParams();
  const root = useFocusRestore<HTMLDivElement>();
  return (
    <div ref={root}>
      <CommunityLoader key={communityId} id={communityId} questions={questions} />
    </div>
  );
}

function CommunityLoader({ id, questions }: { id: string; questions: Questions }) {
  const { data: community, error, mutate } = useCommunity(id);
  usePageTitle(community?.name ?? '');
  useSeenMentions(id);
  const isStranger = useIsStranger();
  const isNarrow = useIsNarrow();
  if (!community) return error ? <CommunityError error={error} retry={() => void mutate()} /> : <Skeleton />;
  const isPrivate = community.visibility === 'private';
  const mayRead = community.isMember || !(isPrivate || (isStranger && community.needsAccount));
  const requests = isPrivate && community.isModerator && <JoinRequests community={community} />;
  const people = (
    <aside id={peopleId} className={`${styles.side} ${sidebar.side}`} aria-label="People" tabIndex={-1}>
      {!isNarrow && requests}
      <MemberList community={community} />
      {isPrivate && community.isMember && site.features.webhooks && <WebhookNames communityId={id} />}
    </aside>
  );
  return (
    <>
      <CommunityHeader community={community} />
      {mayRead ? (
        <div className={styles.columns}>
          {/* Beside the questions and before them, because their list is endless. */}
          {isNarrow ? requests : people}
          <section className={styles.questions} aria-label="Questions">
            {community.isModerator && (
              <p className="mb-2">
                <Link to={`${routes.queue.to()}?community=${id}`}>Reports</Link> <QueueBadge community={id} />
              </p>
            )}
            {community.isModerator && <RemovedPostsSection communityId={id} />}
            {community.isModerator && site.features.webhooks && <WebhooksSection communityId={id} />}
            {questions(id, isNarrow)}
          </section>
          {isNarrow && people}
        </div>
      ) : isPrivate ? (
        <PrivateNotice community={community} />
      ) : (
        <AccountNotice />
      )}
    </>
  );
}

/** Shows the removed posts when it is opened. Before the questions, whose list is endless. */
function RemovedPostsSection({ communityId }: { communityId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.removed} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="muted">Removed posts</summary>
      {isOpen && <RemovedPosts communityId={communityId} />}
    </details>
  );
}

/** Shows the webhooks of the community when it is opened. */
function WebhooksSection({ communityId }: { communityId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.removed} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="muted">Webhooks</summary>
      {isOpen && (
        <Suspense fallback={<Skeleton rows={1} />}>
          <Webhooks communityId={communityId} />
        </Suspense>
      )}
    </details>
  );
}

/** The specification requires this word. The reason and the link are additions. */
function CommunityError({ error, retry }: { error: unknown; retry: () => void }) {
  usePageTitle('Community');
  return (
    <>
      <h1 className="visually-hidden">Community</h1>
      <ErrorMessage error={error} text="error" retry={retry} />
      <p className="text-center">
        <Link to={routes.allCommunities.to()}>Browse all communities</Link>
      </p>
    </>
  );
}

function CommunityHeader({ community }: { community: CommunityCard }) {
  const { _id: id, name, visibility, owner, memberCount, createdAt, isMember, isModerator, archived } = community;
  const { username, isAdministrator } = useUser();
  const isOwner = username === owner;
  const isStranger = useIsStranger();
  const mayRead = isMember || visibility === 'public';
  return (
    <header className={styles.header}>
      <div className={styles.line}>
        <Avatar of="communities" seed={id} size={4} />
        <div className={styles.name}>
          <div className={styles.line}>
            <h1 dir="auto">{name}</h1>
            {visibility === 'private' && <PrivateIcon />}
            {isOwner ? <Badge>Owner</Badge> : isMember && <Badge>Joined</Badge>}
          </div>
          <p className="muted mb-0">
            Owner: <AuthorLink name={owner} /> · <MemberCount count={memberCount} isLink={mayRead} /> · since{' '}
            {dateOf(createdAt)}
          </p>
        </div>
        <div className={styles.actions}>
          {visibility === 'public' && !isMember && !archived && <JoinButton community={community} isPrimary />}
          {mayRead && <FollowButton kind="community" object={id} />}
          {isModerator && site.features.pictures && <ChangeAvatar of="communities" seed={id} />}
          {!isOwner && <ReportButton kind="community" id={id} className="btn btn-sm btn-link" />}
          <CommunityActions community={community} isOwner={isOwner} />
        </div>
      </div>
      <Description community={community} />
      {visibility === 'public' && (isOwner || isAdministrator) && <ReadingSetting community={community} />}
      <div role="status">
        {!isStranger && <ReadingNotice community={community} />}
        {archived && (
          <p className={styles.notice}>This community is archived. New members and questions are no longer possible.</p>
        )}
      </div>
    </header>
  );
}

/** The number of members, as a way to them where they are below the questions. */
function MemberCount({ count, isLink }: { count: number; isLink: boolean }) {
  const text = pluralize(count, 'member');
  if (!useIsNarrow() || !isLink) return text;
  return (
    <a
      href={`#${peopleId}`}
      onClick={(event) => {
        const people = document.getElementById(peopleId);
        if (!people) return;
        event.preventDefault();
        people.focus({ preventScroll: true });
        people.scrollIntoView();
      }}
    >
      {text}
    </a>
  );
}

/** Replaces the questions of a community that needs an account for readers without one. */
function AccountNotice() {
  return (
    <EmptyState title="Reading this community needs an account.">
      <button type="button" className="btn btn-primary" onClick={logIn}>
        Log in to read
      </button>
    </EmptyState>
  );
}

/** Replaces the questions of a private community for outsiders. */
function PrivateNotice({ community }: { community: CommunityCard }) {
  const { archived, requested } = community;
  if (archived) return <EmptyState title="Only members can read the questions here." />;
  return (
    <EmptyState title={sentences.accessByRequest}>
      <p className="muted">
        {requested
          ? 'You have asked to join. A moderator will accept or deny it.'
          : 'Only members can read its questions. A moderator accepts or denies your request.'}
      </p>
      <JoinButton community={community} isPrimary />
      {requested && <WithdrawButton community={community} />}
    </EmptyState>
  );
}
