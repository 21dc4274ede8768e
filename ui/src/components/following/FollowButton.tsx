import { Suspense } from 'react';
import type { FollowKind } from '../../api/generated';
import { useIsStranger } from '../../lib/stranger';
import { lazyWithRetry } from '../lazyWithRetry';
import { UnknownFollow } from './UnknownFollow';

const FollowMenu = lazyWithRetry(() => import('./FollowMenu'), { isOptional: true });

/** Watches or mutes a question, a tag or a community. Loads after the page; absent without a session. */
export const FollowButton = (props: { kind: FollowKind; object: string }) =>
  useIsStranger() ? null : (
    <Suspense fallback={<UnknownFollow />}>
      <FollowMenu {...props} />
    </Suspense>
  );
