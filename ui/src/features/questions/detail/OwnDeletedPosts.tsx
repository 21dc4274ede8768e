import { useState } from 'react';
import useSWR from 'swr';
import type { DeletedPost } from '../../../api/generated';
import { fetchKey } from '../../../lib/cacheKeys';
import { pluralize } from '../../../lib/pluralize';
import { deletedPostsKey } from '../keys';
import { DeletedItem } from './DeletedItem';
import { isUndecided, WithheldPost } from './WithheldPost';

/**
 * Lists the viewer's posts on this question that others do not see: those that wait for a decision, and those that were
 * deleted before the page was opened. Later deletions show in place.
 */
export function OwnDeletedPosts({ qid }: { qid: string }) {
  const { data, isValidating } = useSWR<DeletedPost[], unknown>(deletedPostsKey(qid), fetchKey);
  const [first, setFirst] = useState<DeletedPost[]>();
  if (data && !isValidating && !first) setFirst(data);
  const posts = first?.filter((post) => !isUndecided(post)) ?? [];
  return (
    <>
      {data?.filter(isUndecided).map((post) => (
        <WithheldPost key={post._id} post={post} />
      ))}
      {posts.length > 0 && <Deleted posts={posts} />}
    </>
  );
}

function Deleted({ posts }: { posts: DeletedPost[] }) {
  return (
    <details className="my-3">
      <summary className="muted">
        {posts.some(({ removalReason }) => removalReason !== undefined)
          ? `${pluralize(posts.length, 'deleted post')} of yours here`
          : `You deleted ${pluralize(posts.length, 'post')} here`}
      </summary>
      {posts.map((post) => (
        <DeletedItem key={post._id} post={post} />
      ))}
    </details>
  );
}
