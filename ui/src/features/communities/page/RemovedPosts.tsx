import { useSWRConfig } from 'swr';
import { RemovalList } from '../../../components/RemovalList';
import { restorePost } from '../api';
import { isRemovalsOf, removalsKey } from '../keys';

/** Lists the posts that moderators of a community have removed, for its moderators. */
export function RemovedPosts({ communityId }: { communityId: string }) {
  const { mutate } = useSWRConfig();
  return (
    <RemovalList
      listKey={removalsKey(communityId)}
      hint="Moderators can remove questions, answers and comments."
      restore={restorePost}
      onDone={() => mutate(isRemovalsOf(communityId))}
    />
  );
}
