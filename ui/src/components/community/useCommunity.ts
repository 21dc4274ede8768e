import useSWR from 'swr';
import type { CommunityCard } from '../../api/generated';
import { type CacheKey, fetchKey } from '../../lib/cacheKeys';

/** The message if data of communities cannot be fetched. */
export const communityError = 'Error when fetching community';

export type CommunityKey = CacheKey<'community'> & { readonly id: string };

/** The key of a community, as the viewer sees it. */
export const communityKey = (id: string): CommunityKey => ({
  type: 'community',
  id,
  path: `/community/getCommunity/${encodeURIComponent(id)}?view=card`,
  logMessage: communityError,
});

/** Returns a community and the viewer's role in it. Without an id there is none. */
export const useCommunity = (id: string | undefined) =>
  useSWR<CommunityCard, unknown>(id ? communityKey(id) : null, fetchKey);
