import { patchSeen } from '../api/client';
import type { ResourceType } from './cacheKeys';
import { type Seen, seenTabs } from './seenTabs';

/** The beginnings of the paths of what a member is notified of. */
const changed = ['/inbox/', '/mention/', '/messaging/', '/moderation/'];

/** Marks something as seen, and tells the other tabs. */
export async function markSeen(path: string, body: object, type: ResourceType): Promise<void> {
  await patchSeen<boolean>(path, body, changed);
  seenTabs.postMessage(type satisfies Seen);
}
