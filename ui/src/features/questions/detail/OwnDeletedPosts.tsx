import { useState } from 'react';
import useSWR from 'swr';
import type { DeletedPost } from '../../../api/generated';
import { fetchKey } from '../../../lib/cacheKeys';
import { pluralize } from '../../../lib/pluralize';
import { deletedPostsKey } from '../keys';
import { DeletedItem } from './DeletedItem';

/**
 * Lists the viewer's posts on this question that were deleted before the page was opened. Later
 * deletions show in place.
 */
export function OwnDeletedPosts({ qid }: { qid: string }) {
  const { data, isValidating } = useSWR<DeletedPost[], unknown>(deletedPostsKey(qid), fetchKey);
  const [first, setFirst] = useState<DeletedPost[]>();
  if (data && !isValidating && !first) setFirst(data);
  const posts = first ?? [];
  if (!posts.length) return null;
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
