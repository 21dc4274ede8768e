import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { CommunityCard } from '../../../api/generated';
import * as sentences from '../../../api/sentences';
import { AuthorLink } from '../../../components/AuthorLink';
import { Badge } from '../../../components/Badge';
import { PrivateMark } from '../../../components/community/PrivateMark';
import { useCommunity } from '../../../components/community/useCommunity';
import { Empty } from '../../../components/Empty';
import { ErrorBox } from '../../../components/ErrorBox';
import { Markdown } from '../../../components/markdown/Markdown';
import { Skeleton } from '../../../components/Skeleton';
import { usePageTitle } from '../../../components/usePageTitle';
import { counted } from '../../../lib/counted';
import { routes } from '../../../lib/routes';
import { useUser } from '../../../lib/session';
import { useKeptFocus } from '../../../lib/useKeptFocus';
import { JoinButton } from '../JoinButton';
import { CommunityActions, WithdrawButton } from './CommunityActions';
import styles from './CommunityPage.module.css';
import { JoinRequests } from './JoinRequests';
import { People } from './People';
import sidebar from './Sidebar.module.css';

/** What shows the questions of a community. */
type Questions = (communityId: string) => ReactNode;

/** A community: what it is, who belongs to it, and what is asked in it. */
export function CommunityPage({ questions }: { questions: Questions }) {
  const { communityId = '' } = useParams();
  const root = useKeptFocus<HTMLDivElement>();
  return (
    <div ref={root}>
      <Fetched key={communityId} id={communityId} questions={questions} />
    </div>
  );
}

function Fetched({ id, questions }: { id: string; questions: Questions }) {
  const { data: community, error, mutate } = useCommunity(id);
  usePageTitle(community?.name ?? '');
  if (!community) return error ? <NoCommunity error={error} retry={() => void mutate()} /> : <Skeleton />;
  const isPrivate = community.visibility === 'private';
  const mayRead = community.isMember || !isPrivate;
  return (
    <>
      <Head community={community} />
      {mayRead ? (
        <div className={styles.columns}>
          {/* Before the questions, which have no end. */}
          <aside className={`${styles.side} ${sidebar.side}`} aria-label="People">
            {isPrivate && community.isModerator && <JoinRequests community={community} />}
            <People community={community} />
          </aside>
          <section className={styles.questions} aria-label="Questions">
            {questions(id)}
          </section>
        </div>
      ) : (
        <Closed community={community} />
      )}
    </>
  );
}

/** The word is the specification's; the reason and the ways on are what one can use. */
function NoCommunity({ error, retry }: { error: unknown; retry: () => void }) {
  usePageTitle('Community');
  return (
    <>
      <h1 className="visually-hidden">Community</h1>
      <ErrorBox error={error} text="error" retry={retry} />
      <p className="text-center">
        <Link to={routes.allCommunities.to()}>Look through all communities</Link>
      </p>
    </>
  );
}

function Head({ community }: { community: CommunityCard }) {
  const { name, description, visibility, owner, memberCount, createdAt, isMember, archived } = community;
  const isOwner = useUser().username === owner;
  return (
    <header className={styles.head}>
      <div className={styles.line}>
        <h1 dir="auto">{name}</h1>
        {visibility === 'private' && <PrivateMark />}
        {isOwner ? <Badge>Owner</Badge> : isMember && <Badge>Joined</Badge>}
        <div className={styles.actions}>
          {visibility === 'public' && !isMember && !archived && <JoinButton community={community} isPrimary />}
          <CommunityActions community={community} isOwner={isOwner} />
        </div>
      </div>
      <p className="muted mb-0">
        Owner: <AuthorLink name={owner} /> · {counted(memberCount, 'member')} · since{' '}
        {new Date(createdAt).toLocaleDateString()}
      </p>
      {description && (
        <div className={styles.description}>
          <Markdown text={description} />
        </div>
      )}
      <div role="status">
        {archived && (
          <p className={styles.notice}>This community is archived: nobody can join it or ask in it any more.</p>
        )}
      </div>
    </header>
  );
}

/** What an outsider of a private community sees in place of its questions. */
function Closed({ community }: { community: CommunityCard }) {
  const { archived, requested } = community;
  if (archived) return <Empty title="Only its members can read what was asked here." />;
  return (
    <Empty title={sentences.accessByRequest}>
      <p className="muted">
        {requested
          ? 'You have asked to join. A moderator will accept or deny it.'
          : 'Its questions are for its members. A moderator accepts who may join.'}
      </p>
      <JoinButton community={community} isPrimary />
      {requested && <WithdrawButton community={community} />}
    </Empty>
  );
}
