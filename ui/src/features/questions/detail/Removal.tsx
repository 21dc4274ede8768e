import { type ComponentProps, createContext, type ReactNode, Suspense, use, useEffect } from 'react';
import useSWR from 'swr';
import type { DeletedPost } from '../../../api/generated';
import { useCommunity } from '../../../components/community/useCommunity';
import { lazyWithRetry } from '../../../components/lazyWithRetry';
import { fetchKey } from '../../../lib/cacheKeys';
import { moderatesSite, useUser } from '../../../lib/session';
import { deletedPostsKey } from '../keys';
import type { Moderated } from '../moderation/api';
import type { Remover } from './api';

const ModerationMenu = lazyWithRetry(() => import('../moderation/ModerationMenu'), { isOptional: true });
const RemoveButton = lazyWithRetry(() => import('./RemoveButton'), { isOptional: true });

/** As what the viewer moderates the shown question, and as whom they may remove its posts. Null: they do not. */
type Rights = { isSiteModerator: boolean; isCommunityModerator: boolean; remover: Remover };
const RightsContext = createContext<Rights | null>(null);

type RemovalProps = { communityId: string | undefined; children: ReactNode };

/** Lets moderators of the site, and of the question's community, remove the posts inside. */
export function RemovalRights({ communityId, children }: RemovalProps) {
  const user = useUser();
  const isCommunityModerator = useCommunity(communityId).data?.isModerator ?? false;
  const isSiteModerator = moderatesSite(user) ?? false;
  const rights: Rights | null =
    isSiteModerator || isCommunityModerator
      ? { isSiteModerator, isCommunityModerator, remover: isSiteModerator ? 'administrator' : 'moderator' }
      : null;
  return <RightsContext value={rights}>{children}</RightsContext>;
}

/** The button that removes a post. Loads only for those who may remove it. */
export function RemovePostButton(props: Omit<ComponentProps<typeof RemoveButton>, 'remover'>) {
  const remover = use(RightsContext)?.remover;
  if (!remover) return null;
  return (
    <Suspense fallback={null}>
      <RemoveButton {...props} remover={remover} />
    </Suspense>
  );
}

/** Returns as whom the viewer may remove and restore posts of the shown question, if they may. */
export const useRemover = (): Remover | undefined => use(RightsContext)?.remover;

/** Returns whether the viewer moderates the shown question. */
export const useIsModerator = (): boolean => use(RightsContext) !== null;

/** The menu of what moderators do with a post. Loads only for them. */
export function ModeratePost({ post }: { post: Moderated }) {
  const rights = use(RightsContext);
  if (!rights) return null;
  const { isSiteModerator, isCommunityModerator } = rights;
  return (
    <Suspense fallback={null}>
      <ModerationMenu post={post} isSiteModerator={isSiteModerator} isCommunityModerator={isCommunityModerator} />
    </Suspense>
  );
}

/** Returns the viewer's own post after its deletion; undefined while `isWanted` is false. */
export function useOwnDeletedPost(qid: string, id: string, isWanted: boolean): DeletedPost | undefined {
  const { data, mutate } = useSWR<DeletedPost[], unknown>(isWanted ? deletedPostsKey(qid) : null, fetchKey);
  // Earlier data does not contain it.
  useEffect(() => {
    if (isWanted) void mutate();
  }, [isWanted, mutate]);
  return data?.find((post) => post._id === id);
}

/** Tells the author of a post why it was removed. */
export function RemovalReason({ post }: { post: DeletedPost }) {
  return (
    <p className="muted mb-0">
      {post.byModerator ? 'A moderator' : 'A moderator of the site'}{' '}
      {post.state === 'rejected' ? 'did not approve' : 'removed'} this {post.type}: <bdi>{post.removalReason}</bdi>
    </p>
  );
}
