import type { ReadState } from '../../api/generated';
import type { CacheEditor, Refetch } from '../../lib/useCacheEditor';
import { readStateUpdated } from './cache';

/** Informs the other tabs of this browser: the server pushes no event about read messages. */
export const otherTabs = new BroadcastChannel('messages read');

/** Applies the read states of other tabs until the returned function is called. */
export function syncTabs(edit: CacheEditor, mutate: Refetch): () => void {
  const hear = ({ data: [key, state] }: MessageEvent<[string, ReadState]>) =>
    readStateUpdated({ edit, mutate }, key, state);
  otherTabs.addEventListener('message', hear);
  return () => otherTabs.removeEventListener('message', hear);
}
