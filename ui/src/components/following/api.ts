import { patch } from '../../api/client';
import type { FollowKind, FollowReply, FollowState } from '../../api/generated';
import type { Refetch } from '../../lib/useCacheEditor';
import { followKey, followListKey, isInbox } from './keys';

/** The message if a state cannot be changed. */
export const followError = 'Error while changing what you watch';

/** Watches or mutes a question, a tag or a community, or does neither, and shows it everywhere. */
export async function setFollow(mutate: Refetch, kind: FollowKind, object: string, state: FollowState) {
  const reply = await patch<FollowReply>('/following/setFollow', { kind, object, state }, followError);
  await mutate(followKey(kind, object), reply, { revalidate: false });
  // The state is saved, even if the following fetches fail.
  await Promise.all([mutate(followListKey), mutate(isInbox)]).catch(() => undefined);
}
