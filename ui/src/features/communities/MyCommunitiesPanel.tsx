import { Link } from 'react-router-dom';
import type { CommunityCard } from '../../api/generated';
import { Avatar } from '../../components/avatars/Avatar';
import { PrivateIcon } from '../../components/community/PrivateIcon';
import { PagedList } from '../../components/PagedList';
import { Panel, PanelItem, PanelNote } from '../../components/Panel';
import { pluralize } from '../../lib/pluralize';
import { routes } from '../../lib/routes';
import { noCommunities } from './api';
import { communityListKey } from './keys';

/** Lists the communities that the viewer is a member of. */
export function MyCommunitiesPanel() {
  return (
    <Panel title="My Communities">
      <PagedList<CommunityCard> listKey={communityListKey({ mine: true })} empty={<NoCommunities />}>
        {(communities) => (
          <ul>
            {communities.map(({ _id, name, visibility, memberCount, requestCount, archived }) => (
              <PanelItem key={_id}>
                <Avatar of="communities" seed={_id} size={2.25} />
                <div>
                  <Link to={routes.community.to(_id)}>
                    <bdi>{name}</bdi>
                  </Link>
                  {visibility === 'private' && <PrivateIcon />}
                  <p className="small muted mb-0">
                    {pluralize(memberCount, 'member')}
                    {requestCount > 0 && ` · ${pluralize(requestCount, 'request')} to join`}
                    {archived && ' · archived'}
                  </p>
                </div>
              </PanelItem>
            ))}
          </ul>
        )}
      </PagedList>
    </Panel>
  );
}

function NoCommunities() {
  return (
    <PanelNote>
      <p className="muted mb-1">{noCommunities}</p>
      <Link to={routes.allCommunities.to()}>Find communities to join</Link>
    </PanelNote>
  );
}
