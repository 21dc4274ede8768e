import { post } from '../../api/client';
import type { Decision, FlagCase } from '../../api/generated';
import type { CacheKey, PageKey } from '../../lib/cacheKeys';

export type QueueOrder = 'oldest' | 'heaviest';

const of = (community: string | null): Record<string, string> => (community ? { community } : {});

/** The key of the first page of a queue: of the site, or of a community. */
export const queueKey = (community: string | null, order: QueueOrder): PageKey<'flags'> => ({
  type: 'flags',
  path: `/flag/getQueue?${new URLSearchParams({ ...of(community), order, limit: '50' })}`,
});

/** The key of the first page of the decisions of a queue. */
export const decidedKey = (community: string | null): PageKey<'flags'> => ({
  type: 'flags',
  path: `/flag/getDecided?${new URLSearchParams({ ...of(community), limit: '20' })}`,
});

/** The key of the number of open cases. */
export const queueCountKey: CacheKey<'flags'> = { type: 'flags', path: '/flag/getQueueCount' };

export const openCase = (id: string) => post<FlagCase>('/flag/openCase', { id });
export const claimCase = (id: string) => post<FlagCase>('/flag/claimCase', { id });
export const decideCase = (id: string, decision: Decision, remove: boolean, reason: string, version?: string) =>
  post<FlagCase>('/flag/decideCase', { id, decision, remove, reason, version });
export const undoDecision = (id: string) => post<FlagCase>('/flag/undoDecision', { id });
