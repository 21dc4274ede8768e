import { RemovalList } from '../../components/RemovalList';
import { restorePost } from './api';
import { removalsKey } from './keys';
import { useRefresh } from './useRefresh';

/** Lists removed posts, which can be restored. */
export function RemovedPosts() {
  return (
    <RemovalList
      listKey={removalsKey}
      hint="Administrators and moderators can remove questions, answers and comments."
      restore={restorePost}
      onDone={useRefresh()}
    />
  );
}
