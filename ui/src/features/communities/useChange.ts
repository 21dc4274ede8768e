import { useSWRConfig } from 'swr';
import type { Community, CommunityUpdate } from '../../api/generated';
import { communityPath } from '../../components/community/useCommunity';
import { useUser } from '../../lib/session';
import { useAction } from '../../lib/useAction';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { changed } from './cache';

/**
 * Makes calls that change a community, one at a time, and shows at once what they reply. `error` is what is to be said
 * when one fails.
 */
export function useChange(failed: string, type: CommunityUpdate['type'] = 'updated') {
  const edit = useCacheEditor();
  const { mutate } = useSWRConfig();
  const { username } = useUser();
  const { run, ...action } = useAction(failed);
  /** Tells whether it was done. */
  const change = (call: () => Promise<Community>) =>
    run(async () => {
      const community = await call();
      changed({ edit, mutate }, { type, community }, username, { isReply: true });
      // An event of something later may have overtaken the reply.
      void mutate(communityPath(community._id));
    });
  return { ...action, change };
}
