import { useState } from 'react';
import useSWR from 'swr';
import { get } from '../../../api/client';
import type { DeletedPost } from '../../../api/generated';
import { counted } from '../../../lib/counted';
import { deletedPath } from './api';
import { DeletedItem } from './DeletedItem';

/** What of one's own was deleted of this question when the page was opened: what is deleted since then says so in its place. */
export function DeletedHere({ qid }: { qid: string }) {
  const { data, isValidating } = useSWR<DeletedPost[], unknown>(deletedPath(qid), get);
  const [first, setFirst] = useState<DeletedPost[]>();
  if (data && !isValidating && !first) setFirst(data);
  const posts = first ?? [];
  if (!posts.length) return null;
  return (
    <details className="my-3">
      <summary className="muted">
        {posts.some(({ removalReason }) => removalReason !== undefined)
          ? `${counted(posts.length, 'post')} of yours here ${posts.length === 1 ? 'is' : 'are'} deleted`
          : `You deleted ${counted(posts.length, 'post')} here`}
      </summary>
      {posts.map((post) => (
        <DeletedItem key={post._id} post={post} />
      ))}
    </details>
  );
}
