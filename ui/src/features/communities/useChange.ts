import { useSWRConfig } from 'swr';
import type { Community, CommunityUpdate } from '../../api/generated';
import { communityPath } from '../../components/community/useCommunity';
import { useUser } from '../../lib/session';
import { useAction } from '../../lib/useAction';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { changed } from './cache';

/** Shows what a community has become, as a call replied. */
export function useSettle(type: CommunityUpdate['type'] = 'updated'): (community: Community) => void {
  const edit = useCacheEditor();
  const { mutate } = useSWRConfig();
  const { username } = useUser();
  return (community) => {
    changed({ edit, mutate }, { type, community }, username, { isReply: true });
    // An event of something later may have overtaken the reply.
    void mutate(communityPath(community._id));
  };
}

/**
 * Makes calls that change a community, one at a time, and shows at once what they reply. `error` is what is to be said
 * when one fails.
 */
export function useChange(failed: string, type: CommunityUpdate['type'] = 'updated') {
  const settle = useSettle(type);
  const { run, ...action } = useAction(failed);
  /** Tells whether it was done. */
  const change = (call: () => Promise<Community>) => run(async () => settle(await call()));
  return { ...action, change };
}
