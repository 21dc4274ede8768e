import { Link } from 'react-router-dom';
import { routes } from '../../lib/routes';
import { PrivateIcon } from './PrivateIcon';
import { useCommunity } from './useCommunity';

/** Links to a community by its name. */
export function CommunityLink({ id }: { id: string }) {
  const { data: community } = useCommunity(id);
  return (
    <>
      <Link to={routes.community.to(id)}>
        <bdi>{community?.name ?? 'a community'}</bdi>
      </Link>
      {community?.visibility === 'private' && <PrivateIcon />}
    </>
  );
}
