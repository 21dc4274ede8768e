import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { CommunityCard as Card, Community } from '../../../api/generated';
import { CardGrid } from '../../../components/CardGrid';
import { Empty } from '../../../components/Empty';
import { PagedList } from '../../../components/PagedList';
import { PageHead } from '../../../components/PageHead';
import { useListPart } from '../../../components/useListPart';
import { usePageTitle } from '../../../components/usePageTitle';
import { lettersFinder } from '../../../lib/marks';
import { routes } from '../../../lib/routes';
import { useKeptFocus } from '../../../lib/useKeptFocus';
import { useReturnFocus } from '../../../lib/useReturnFocus';
import { useTypedParameter } from '../../../lib/useTypedParameter';
import { communitiesPath, noCommunities } from '../api';
import { CommunityCard } from '../CommunityCard';
import styles from './CommunitiesPage.module.css';
import { CreateCommunity } from './CreateCommunity';

/** All communities, or those that one belongs to; of them those whose name contains what is typed. */
export default function CommunitiesPage({ mine = false }: { mine?: boolean }) {
  const title = mine ? 'My Communities' : 'All Communities';
  usePageTitle(title);
  const root = useKeptFocus<HTMLDivElement>();
  const [query] = useSearchParams();
  const search = query.get('search')?.trim() ?? '';
  const [text, setText] = useTypedParameter('search');
  const path = communitiesPath({ mine, search });
  const { page } = useListPart<Card>(path);
  const find = useMemo(() => lettersFinder(search), [search]);
  const [isCreating, setCreating] = useState(false);
  const opener = useReturnFocus<HTMLButtonElement>(isCreating);
  const [created, setCreated] = useState<Community | null>(null);
  return (
    <div ref={root}>
      <PageHead title={title}>
        <div className={styles.tools}>
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
              setCreating(!isCreating);
              setCreated(null);
            }}
          >
            Create Community
          </button>
        </div>
      </PageHead>
      {isCreating && <CreateCommunity onCreated={setCreated} close={() => setCreating(false)} />}
      <div role="status">
        {created && (
          <p className="success-line mb-2">
            <bdi>{created.name}</bdi> is created. <Link to={routes.community.to(created._id)}>Go there</Link>
          </p>
        )}
      </div>
      <p role="status" className="visually-hidden">
        {search && page?.path === path && `${page.total} communities`}
      </p>
      <PagedList<Card>
        path={path}
        failed="Error when fetching communities"
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
      <Empty title="No Communities Found">
        <p className="muted">
          No community’s name contains “<bdi>{search}</bdi>”.
        </p>
        <Link to={mine ? routes.myCommunities.to() : all}>Clear the filter</Link>
      </Empty>
    );
  }
  if (!mine) return <Empty title="No communities available." />;
  return (
    <Empty title={noCommunities}>
      <Link to={all}>Look through all communities</Link>
    </Empty>
  );
}
