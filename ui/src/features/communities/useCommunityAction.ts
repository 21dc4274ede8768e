import { useSWRConfig } from 'swr';
import type { Community, CommunityUpdate } from '../../api/generated';
import { communityKey } from '../../components/community/useCommunity';
import { useUser } from '../../lib/session';
import { useAction } from '../../lib/useAction';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { communityUpdated } from './cache';

/** Returns a function that applies the community of a reply. */
export function useApplyCommunity(type: CommunityUpdate['type'] = 'updated'): (community: Community) => void {
  const edit = useCacheEditor();
  const { mutate } = useSWRConfig();
  const { username } = useUser();
  return (community) => {
    communityUpdated({ edit, mutate }, { type, community }, username, { isReply: true });
    // An event for a later change may have arrived before the reply.
    void mutate(communityKey(community._id));
  };
}

/**
 * Runs calls that change a community, one at a time, and applies their replies immediately. `error`
 * is the message of a failure.
 */
export function useCommunityAction(failed: string, type: CommunityUpdate['type'] = 'updated') {
  const settle = useApplyCommunity(type);
  const { run, ...action } = useAction(failed);
  /** Returns whether the call succeeded. */
  const change = (call: () => Promise<Community>) => run(async () => settle(await call()));
  return { ...action, change };
}
