import type { News } from '../api/generated';
import type { ResourceType } from './cacheKeys';

/** What this user has seen in another tab: the resources of a type, or what was new in a question. */
export type Seen = ResourceType | News;

/** Informs the other tabs of this browser: the server pushes no event about what was seen. */
export const seenTabs = new BroadcastChannel('seen');
