import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { CommunityCard as Card, Community } from '../../../api/generated';
import { CardGrid } from '../../../components/CardGrid';
import { EmptyState } from '../../../components/EmptyState';
import { PagedList } from '../../../components/PagedList';
import { PageHeader } from '../../../components/PageHeader';
import { usePage } from '../../../components/usePage';
import { usePageTitle } from '../../../components/usePageTitle';
import { substringFinder } from '../../../lib/highlightRanges';
import { pluralize } from '../../../lib/pluralize';
import { routes } from '../../../lib/routes';
import { logIn, useIsStranger } from '../../../lib/stranger';
import { useFocusRestore } from '../../../lib/useFocusRestore';
import { useReturnFocus } from '../../../lib/useReturnFocus';
import { useSearchParamInput } from '../../../lib/useSearchParamInput';
import { noCommunities } from '../api';
import { CommunityCard } from '../CommunityCard';
import { communityListKey } from '../keys';
import styles from './CommunitiesPage.module.css';
import { CreateCommunity } from './CreateCommunity';

/** Lists all communities, or those of the viewer, filtered by name. */
export default function CommunitiesPage({ mine = false }: { mine?: boolean }) {
  const title = mine ? 'My Communities' : 'All Communities';
  usePageTitle(title);
  const root = useFocusRestore<HTMLDivElement>();
  const [query] = useSearchParams();
  const search = query.get('search')?.trim() ?? '';
  const [text, setText] = useSearchParamInput('search');
  const listKey = communityListKey({ mine, search });
  const { page } = usePage<Card>(listKey);
  const isStranger = useIsStranger();
  const find = useMemo(() => substringFinder(search), [search]);
  const [isCreating, setCreating] = useState(false);
  const opener = useReturnFocus<HTMLButtonElement>(isCreating);
  const [created, setCreated] = useState<Community | null>(null);
  return (
    <div ref={root}>
      <PageHeader title={title}>
        <div className={styles.bar}>
          <input
            type="search"
            className="form-control"
            placeholder="Filter by name ..."
            aria-label="Filter communities"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <button
            ref={opener}
            type="button"
            className="btn btn-primary text-nowrap"
            aria-expanded={isCreating}
            onClick={() => {
              if (isStranger) return logIn();
              setCreating(!isCreating);
              setCreated(null);
            }}
          >
            Create Community
          </button>
        </div>
      </PageHeader>
      {isCreating && <CreateCommunity onCreated={setCreated} close={() => setCreating(false)} />}
      <div role="status">
        {created && (
          <p className="success-line mb-2">
            <bdi>{created.name}</bdi> was created. <Link to={routes.community.to(created._id)}>Go there</Link>
          </p>
        )}
      </div>
      <p role="status" className="visually-hidden">
        {search && page?.path === listKey.path && pluralize(page.total, 'community', 'communities')}
      </p>
      <PagedList<Card>
        listKey={listKey}
        errorText="Error when fetching communities"
        empty={<NoCommunities mine={mine} search={search} />}
      >
        {(communities) => (
          <CardGrid>
            {communities.map((community) => (
              <CommunityCard key={community._id} community={community} find={find} />
            ))}
          </CardGrid>
        )}
      </PagedList>
    </div>
  );
}

function NoCommunities({ mine, search }: { mine: boolean; search: string }) {
  const all = routes.allCommunities.to();
  if (search) {
    return (
      <EmptyState title="No Communities Found">
        <p className="muted">
          No community’s name contains “<bdi>{search}</bdi>”.
        </p>
        <Link to={mine ? routes.myCommunities.to() : all}>Clear the filter</Link>
      </EmptyState>
    );
  }
  if (!mine) {
    return (
      <EmptyState title="No communities available.">
        <p className="muted">Create the first one: everybody can.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={noCommunities}>
      <Link to={all}>Browse all communities</Link>
    </EmptyState>
  );
}
