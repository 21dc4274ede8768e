import { type ComponentProps, Suspense, useEffect } from 'react';
import useSWR from 'swr';
import type { DeletedPost, PostKind } from '../../../api/generated';
import { lazyWithRetry } from '../../../components/lazyWithRetry';
import { fetchKey } from '../../../lib/cacheKeys';
import { useUser } from '../../../lib/session';
import { deletedPostsKey } from '../keys';

const RemoveButton = lazyWithRetry(() => import('./RemoveButton'), { isOptional: true });

/** The button that removes a post. Loads only for administrators. */
export function AdminRemoveButton(props: ComponentProps<typeof RemoveButton>) {
  if (!useUser().isAdministrator) return null;
  return (
    <Suspense fallback={null}>
      <RemoveButton {...props} />
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
export function RemovalReason({ kind, reason }: { kind: PostKind; reason: string }) {
  return (
    <p className="muted mb-0">
      An administrator removed this {kind}: <bdi>{reason}</bdi>
    </p>
  );
}
