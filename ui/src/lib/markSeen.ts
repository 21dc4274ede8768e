import { patch } from '../api/client';
import type { ResourceType } from './cacheKeys';
import { type Seen, seenTabs } from './seenTabs';

/** Marks something as seen, and tells the other tabs. */
export async function markSeen(path: string, body: object, type: ResourceType): Promise<void> {
  await patch<boolean>(path, body);
  seenTabs.postMessage(type satisfies Seen);
}
