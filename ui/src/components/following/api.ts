import { patch } from '../../api/client';
import type { FollowKind, FollowReply, FollowState } from '../../api/generated';
import { type CacheKey, keysOfTypes } from '../../lib/cacheKeys';
import type { Refetch } from '../../lib/useCacheEditor';

/** The message if a state cannot be changed. */
export const followError = 'Error while changing what you watch';

/** The key of the viewer's state of a question, a tag or a community. */
export const followKey = (kind: FollowKind, object: string): CacheKey<'follow'> => ({
  type: 'follow',
  path: `/following/getFollow?${new URLSearchParams({ kind, object })}`,
});

/** Matches what depends on what the viewer watches or has muted. */
const dependsOnFollows = keysOfTypes('followList', 'inbox', 'inboxUnread', 'forYou');

/** Watches or mutes a question, a tag or a community, or does neither, and shows it everywhere. */
export async function setFollow(mutate: Refetch, kind: FollowKind, object: string, state: FollowState) {
  const reply = await patch<FollowReply>('/following/setFollow', { kind, object, state }, followError);
  await mutate(followKey(kind, object), reply, { revalidate: false });
  // The state is saved, even if the following fetches fail.
  await mutate(dependsOnFollows).catch(() => undefined);
}
