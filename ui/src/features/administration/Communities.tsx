import { Link } from 'react-router-dom';
import type { AdminCommunityView } from '../../api/generated';
import { type Action, ActionMenu } from '../../components/ActionMenu';
import { AuthorLink } from '../../components/AuthorLink';
import { Badge } from '../../components/Badge';
import { EmptyState } from '../../components/EmptyState';
import { PagedList } from '../../components/PagedList';
import { RowList } from '../../components/RowList';
import { pluralize } from '../../lib/pluralize';
import { routes } from '../../lib/routes';
import styles from './Administration.module.css';
import { archiveCommunity, unarchiveCommunity } from './api';
import { communitiesKey } from './keys';
import { SearchInput, useSearch } from './SearchInput';
import { useRefresh } from './useRefresh';

/** Lists all communities, which can be archived. Only members see the content of private ones. */
export function Communities() {
  const refresh = useRefresh();
  return (
    <>
      <div className={styles.bar}>
        <SearchInput label="Search communities" />
      </div>
      <PagedList<AdminCommunityView>
        listKey={communitiesKey(useSearch())}
        errorText="Error when fetching the communities"
        empty={<EmptyState title="No communities found" />}
      >
        {(communities) => (
          <RowList>
            {communities.map((community) => (
              <li key={community._id}>
                <About community={community} />
                <ActionMenu label={`Actions for ${community.name}`} actions={[action(community)]} onDone={refresh} />
              </li>
            ))}
          </RowList>
        )}
      </PagedList>
    </>
  );
}

function About({ community }: { community: AdminCommunityView }) {
  const { _id: id, name, visibility, owner, memberCount, questionCount, archivedAt, archivedBy } = community;
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
        · {pluralize(memberCount, 'member')}
        {questionCount !== undefined && ` · ${pluralize(questionCount, 'question')}`}
        {archivedBy && (
          <>
            {' '}
            · archived by <AuthorLink name={archivedBy} />
          </>
        )}
      </p>
    </div>
  );
}

function action({ _id: id, name, archivedAt }: AdminCommunityView): Action {
  return archivedAt
    ? {
        label: 'Unarchive',
        title: `Unarchive ${name}?`,
        consequence: 'Users can join it and ask in it again.',
        confirm: 'Unarchive',
        isHarmless: true,
        errorText: 'Error while unarchiving the community',
        call: () => unarchiveCommunity(id),
      }
    : {
        label: 'Archive',
        title: `Archive ${name}?`,
        consequence: 'All content stays readable. Users cannot join or ask until you unarchive it.',
        confirm: 'Archive',
        errorText: 'Error while archiving the community',
        call: () => archiveCommunity(id),
      };
}
