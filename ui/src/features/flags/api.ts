import { post } from '../../api/client';
import type { Decision, FlagCase } from '../../api/generated';
import type { PageKey } from '../../lib/cacheKeys';

export type QueueOrder = 'oldest' | 'heaviest';

const of = (community: string | null): Record<string, string> => (community ? { community } : {});

/** The key of the first page of a queue: of a community, or of all that the viewer moderates. `only`: what waits. */
export const queueKey = (community: string | null, order: QueueOrder, only: string): PageKey<'flags'> => ({
  type: 'flags',
  path: `/flag/getQueue?${new URLSearchParams({ ...of(community), order, ...(only && { only }), limit: '50' })}`,
});

/** The key of the first page of the suggested edits that wait in a queue. */
export const queuedEditsKey = (community: string | null): PageKey<'flags'> => ({
  type: 'flags',
  path: `/flag/getQueuedEdits?${new URLSearchParams({ ...of(community), limit: '10' })}`,
});

/** The key of the first page of the decisions of a queue. */
export const decidedKey = (community: string | null): PageKey<'flags'> => ({
  type: 'flags',
  path: `/flag/getDecided?${new URLSearchParams({ ...of(community), limit: '20' })}`,
});

export const openCase = (id: string) => post<FlagCase>('/flag/openCase', { id });
export const claimCase = (id: string) => post<FlagCase>('/flag/claimCase', { id });
/** Lets other moderators decide a case that the viewer has claimed. */
export const releaseCase = (id: string) => post<FlagCase>('/flag/claimCase', { id, release: true });
export const decideCase = (id: string, decision: Decision, remove: boolean, reason: string, version?: string) =>
  post<FlagCase>('/flag/decideCase', { id, decision, remove, reason, version });
export const undoDecision = (id: string) => post<FlagCase>('/flag/undoDecision', { id });
