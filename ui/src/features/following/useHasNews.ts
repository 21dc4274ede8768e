import useSWR from 'swr';
import type { Page } from '../../api/client';
import type { Follow, InboxItem } from '../../api/generated';
import { followListKey, inboxKey } from '../../components/following/keys';
import { fetchPage } from '../../lib/cacheKeys';

/** Returns whether something is new in what the viewer watches. Most watch nothing, which a small request tells. */
export function useHasNews(): boolean {
  const { data: follows } = useSWR<Page<Follow>, unknown>(followListKey, fetchPage);
  const isWatching = follows?.items.some(({ state }) => state === 'watching') ?? false;
  const { data: inbox } = useSWR<Page<InboxItem>, unknown>(isWatching && inboxKey, fetchPage);
  return isWatching && (inbox?.items.length ?? 0) > 0;
}
