import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import useSWR from 'swr';
import { ApiError } from '../../api/client';
import type { AdminUserView, MemberRecord } from '../../api/generated';
import { Avatar } from '../../components/avatars/Avatar';
import { Badge } from '../../components/Badge';
import { EmptyState } from '../../components/EmptyState';
import { ErrorMessage } from '../../components/ErrorMessage';
import { PagedList } from '../../components/PagedList';
import { RowList } from '../../components/RowList';
import { Skeleton } from '../../components/Skeleton';
import { memberKey, sanctionsKey } from '../../components/sanctions/api';
import { ModerateMenu } from '../../components/sanctions/ModerateMenu';
import { ContentRemovals, SanctionList } from '../../components/sanctions/SanctionList';
import Trust from '../../components/trust/Trust';
import { fetchKey } from '../../lib/cacheKeys';
import { dateOf, momentOf } from '../../lib/dates';
import { pluralize } from '../../lib/pluralize';
import { routes } from '../../lib/routes';
import { useUser } from '../../lib/session';
import { Account } from './Accounts';
import { LogEntries } from './AdminLog';
import { usersKey } from './keys';
import styles from './MemberPage.module.css';

/** Shows what staff know of a member and do about them, in one place. */
export function MemberPage() {
  const [query] = useSearchParams();
  const name = query.get('name') ?? '';
  const { data: member, error, mutate } = useSWR<MemberRecord, unknown>(name ? memberKey(name) : null, fetchKey);
  if (!name || (error instanceof ApiError && error.status === 404))
    return (
      <EmptyState title="There is no such account">
        <Link to={routes.users.to()}>Browse the users</Link>
      </EmptyState>
    );
  if (member) return <Member key={member._id} member={member} />;
  if (error) return <ErrorMessage error={error} text="Error when fetching the account" retry={() => void mutate()} />;
  return <Skeleton rows={4} />;
}

function Member({ member }: { member: MemberRecord }) {
  const { username, isAdministrator, isSiteModerator, suspendedUntil, silencedUntil } = member;
  const viewer = useUser();
  const isStaff = isAdministrator || isSiteModerator;
  const isOwn = viewer.username === username;
  const canModerate = !isOwn && !isAdministrator && (viewer.isAdministrator === true || !isSiteModerator);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Avatar seed={username} size={3.5} />
        <div>
          <h2 className="mb-1">
            <bdi>{username}</bdi>
          </h2>
          <p className="mb-0">
            {isAdministrator && <Badge>Administrator</Badge>} {isSiteModerator && <Badge>Moderator</Badge>}{' '}
            {suspendedUntil && <Badge>Suspended</Badge>} {silencedUntil && <Badge>Silenced</Badge>}{' '}
            <Link to={routes.user.to(username)}>Profile and posts</Link>
          </p>
        </div>
        {canModerate && <ModerateMenu username={username} />}
      </header>
      <Facts member={member} />
      {viewer.isAdministrator && <AdministratorActions username={username} />}
      <Suspense fallback={null}>
        <Trust username={username} isStaff={isStaff} />
      </Suspense>
      <section aria-labelledby="member-sanctions">
        <h3 id="member-sanctions">Sanctions and removals</h3>
        <SanctionList listKey={sanctionsKey(username)} />
        <ContentRemovals username={username} />
      </section>
      <section aria-labelledby="member-log">
        <h3 id="member-log">Log</h3>
        <LogEntries user={username} empty={<p className="muted mb-0">Nothing was done by or to this account.</p>} />
      </section>
    </div>
  );
}

function Facts({ member }: { member: MemberRecord }) {
  const { questionCount, answerCount, removedPosts, removedComments, reported, reports } = member;
  return (
    <section aria-labelledby="member-facts">
      <h3 id="member-facts">Account</h3>
      <dl className={styles.facts}>
        <dt>Joined</dt>
        <dd>{dateOf(member.dateJoined)}</dd>
        {member.suspendedUntil && (
          <>
            <dt>Suspended</dt>
            <dd>until {momentOf(member.suspendedUntil)}: cannot log in</dd>
          </>
        )}
        {member.silencedUntil && (
          <>
            <dt>Silenced</dt>
            <dd>until {momentOf(member.silencedUntil)}: can only read</dd>
          </>
        )}
        <dt>Posts</dt>
        <dd>
          {pluralize(questionCount, 'question')}, {pluralize(answerCount, 'answer')}
        </dd>
        <dt>Removed or hidden</dt>
        <dd>
          {pluralize(removedPosts, 'post')}, {pluralize(removedComments, 'comment')}
        </dd>
        {reported && (
          <>
            <dt>Reported by others</dt>
            <dd>
              {reported.open > 0 ? <Link to={routes.queue.to()}>{reported.open} open</Link> : '0 open'},{' '}
              {reported.upheld} upheld, {reported.declined} declined
            </dd>
          </>
        )}
        <dt>Own reports</dt>
        <dd>
          {reports.upheld} upheld, {reports.declined} declined, {reports.abuse} abusive
        </dd>
      </dl>
      <p className="small muted mb-0">These numbers leave out private communities and chats.</p>
    </section>
  );
}

/** What only administrators see and do: the state of the account, its sessions and its roles. */
function AdministratorActions({ username }: { username: string }) {
  return (
    <section aria-labelledby="member-account">
      <h3 id="member-account">For administrators</h3>
      <PagedList<AdminUserView>
        listKey={usersKey(username, 'all')}
        errorText="Error when fetching the account"
        empty={<p className="muted mb-0">The account is gone.</p>}
      >
        {(accounts) => (
          <RowList>
            {accounts
              .filter((account) => account.username === username)
              .map((account) => (
                <Account key={account._id} account={account} isAlone />
              ))}
          </RowList>
        )}
      </PagedList>
    </section>
  );
}
