import type { ReadState } from '../../api/generated';
import { hearTabs } from '../../lib/hearTabs';
import type { CacheEditor, Refetch } from '../../lib/useCacheEditor';
import { readStateUpdated } from './cache';

/** Informs the other tabs of this browser: the server pushes no event about read messages. */
export const otherTabs = new BroadcastChannel('messages read');

/** Applies the read states of other tabs until the returned function is called. */
export const syncTabs = (edit: CacheEditor, mutate: Refetch): (() => void) =>
  hearTabs<[string, ReadState]>(otherTabs, ([key, state]) => readStateUpdated({ edit, mutate }, key, state));
