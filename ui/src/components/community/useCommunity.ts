import useSWR from 'swr';
import { get } from '../../api/client';
import type { CommunityCard } from '../../api/generated';

/** The path, and cache key, of what one sees of a community. */
export const communityPath = (id: string) => `/community/getCommunity/${encodeURIComponent(id)}?view=card`;

/** A community, and what the viewer is to it. Without an id there is none. */
export const useCommunity = (id: string | undefined) =>
  useSWR<CommunityCard, unknown>(id ? communityPath(id) : null, get);
