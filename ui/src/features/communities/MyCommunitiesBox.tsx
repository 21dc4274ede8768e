import { Link } from 'react-router-dom';
import type { CommunityCard } from '../../api/generated';
import { Box, BoxItem, BoxNote } from '../../components/Box';
import { PrivateMark } from '../../components/community/PrivateMark';
import { PagedList } from '../../components/PagedList';
import { counted } from '../../lib/counted';
import { routes } from '../../lib/routes';
import { communitiesPath, communityFailed, noCommunities } from './api';

/** The communities that one is a member of. */
export function MyCommunitiesBox() {
  return (
    <Box title="My Communities">
      <PagedList<CommunityCard>
        path={communitiesPath({ mine: true })}
        failed={communityFailed}
        empty={<NoCommunities />}
      >
        {(communities) => (
          <ul>
            {communities.map(({ _id, name, visibility, memberCount, requestCount, archived }) => (
              <BoxItem key={_id}>
                <div>
                  <Link to={routes.community.to(_id)}>
                    <bdi>{name}</bdi>
                  </Link>
                  {visibility === 'private' && <PrivateMark />}
                  <p className="small muted mb-0">
                    {counted(memberCount, 'member')}
                    {requestCount > 0 && ` · ${counted(requestCount, 'request')} to join`}
                    {archived && ' · archived'}
                  </p>
                </div>
              </BoxItem>
            ))}
          </ul>
        )}
      </PagedList>
    </Box>
  );
}

function NoCommunities() {
  return (
    <BoxNote>
      <p className="muted mb-1">{noCommunities}</p>
      <Link to={routes.allCommunities.to()}>Find communities to join</Link>
    </BoxNote>
  );
}
