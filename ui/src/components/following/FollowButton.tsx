import { Suspense } from 'react';
import type { FollowKind } from '../../api/generated';
import { BellIcon } from '../icons';
import { lazyWithRetry } from '../lazyWithRetry';

const FollowMenu = lazyWithRetry(() => import('./FollowMenu'), { isOptional: true });

/** Takes the place of the menu until the state is known. */
export const UnknownFollow = () => (
  <button type="button" className="btn btn-sm btn-outline-secondary" disabled>
    <BellIcon /> Watch
  </button>
);

/** Watches or mutes a question, a tag or a community. Loads after the page. */
export const FollowButton = (props: { kind: FollowKind; object: string }) => (
  <Suspense fallback={<UnknownFollow />}>
    <FollowMenu {...props} />
  </Suspense>
);
