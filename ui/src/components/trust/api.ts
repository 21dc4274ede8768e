import { post } from '../../api/client';
import type { MemberTrust } from '../../api/generated';
import type { CacheKey } from '../../lib/cacheKeys';

/** The key of how much a member is trusted. */
export const trustKey = (username: string): CacheKey<'trust'> => ({
  type: 'trust',
  path: `/moderation/getTrust?${new URLSearchParams({ userId: username })}`,
});

/** Gives a member at least trust level 1. */
export const vouchUser = (userId: string, reason: string) =>
  post<MemberTrust>('/moderation/vouchUser', { userId, reason });

export const unvouchUser = (userId: string, reason: string) =>
  post<MemberTrust>('/moderation/unvouchUser', { userId, reason });
