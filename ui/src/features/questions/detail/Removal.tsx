import { type ComponentProps, Suspense, useEffect } from 'react';
import useSWR from 'swr';
import { get } from '../../../api/client';
import type { DeletedPost, PostKind } from '../../../api/generated';
import { lazily } from '../../../components/lazily';
import { useUser } from '../../../lib/session';
import { deletedPath } from './api';

const RemoveButton = lazily(() => import('./RemoveButton'), { isExtra: true });

/** The button that removes a post, for administrators; others never load it. */
export function ForAdministrators(props: ComponentProps<typeof RemoveButton>) {
  if (!useUser().isAdministrator) return null;
  return (
    <Suspense fallback={null}>
      <RemoveButton {...props} />
    </Suspense>
  );
}

/** What is known of one's own post that is gone, once it is; nothing where `isWanted` is false. */
export function useOwnDeleted(qid: string, id: string, isWanted: boolean): DeletedPost | undefined {
  const { data, mutate } = useSWR<DeletedPost[], unknown>(isWanted ? deletedPath(qid) : null, get);
  // What was fetched, or asked for, before does not know of it.
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
