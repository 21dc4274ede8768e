import { Link } from 'react-router-dom';
import type { CommunityStanding } from '../../api/generated';
import { type Action, ActionMenu } from '../../components/ActionMenu';
import { AuthorLink } from '../../components/AuthorLink';
import { Badge } from '../../components/Badge';
import { Empty } from '../../components/Empty';
import { PagedList } from '../../components/PagedList';
import { counted } from '../../lib/counted';
import { routes } from '../../lib/routes';
import styles from './Administration.module.css';
import { archiveCommunity, communitiesPath, unarchiveCommunity } from './api';
import { SearchBox, useSearch } from './SearchBox';
import { useRefresh } from './useRefresh';

/** All communities, and the way to archive one. What private ones contain is shown to their members alone. */
export function Communities() {
  const refresh = useRefresh();
  return (
    <>
      <div className={styles.tools}>
        <SearchBox label="Search communities" />
      </div>
      <PagedList<CommunityStanding>
        path={communitiesPath(useSearch())}
        failed="Error when fetching the communities"
        empty={<Empty title="No communities found" />}
      >
        {(communities) => (
          <ul className={styles.list}>
            {communities.map((community) => (
              <li key={community._id}>
                <About community={community} />
                <ActionMenu label={`Actions for ${community.name}`} actions={[action(community)]} settle={refresh} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

function About({ community }: { community: CommunityStanding }) {
  const { _id: id, name, visibility, owner, memberCount, questionCount, archivedAt } = community;
  return (
    <div>
      <Link to={routes.community.to(id)}>
        <bdi>{name}</bdi>
      </Link>{' '}
      {visibility === 'private' && <Badge>Private</Badge>} {archivedAt && <Badge>Archived</Badge>}
      <p className="small muted mb-0">
        {owner ? (
          <>
            Owned by <AuthorLink name={owner} />
          </>
        ) : (
          'Without an owner'
        )}{' '}
        · {counted(memberCount, 'member')}
        {questionCount !== undefined && ` · ${counted(questionCount, 'question')}`}
      </p>
    </div>
  );
}

function action({ _id: id, name, archivedAt }: CommunityStanding): Action {
  return archivedAt
    ? {
        label: 'Unarchive',
        title: `Unarchive ${name}?`,
        consequence: 'People can join it and ask in it again.',
        confirm: 'Unarchive',
        failed: 'Error while unarchiving the community',
        call: () => unarchiveCommunity(id),
      }
    : {
        label: 'Archive',
        title: `Archive ${name}?`,
        consequence: 'Everything stays and can be read as before, but nobody can join or ask until it is taken back.',
        confirm: 'Archive',
        failed: 'Error while archiving the community',
        call: () => archiveCommunity(id),
      };
}
