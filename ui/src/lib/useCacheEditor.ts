import { useCallback } from 'react';
import { unstable_serialize, useSWRConfig } from 'swr';
import { type CacheKey, isCacheKey, type KeyMatcher } from './cacheKeys';

/**
 * Changes the cached data of all matching keys, without a fetch. `change` returns the same object where nothing changes.
 *
 * SWR discards the response of a running fetch when the data changes meanwhile. Data is therefore written only if it
 * really changes, and a running fetch, whose response may be older than the change, starts again. Entries that have no
 * data yet, or whose fetch failed, stay as they are, or are fetched again with `ifAbsent: 'reload'`.
 */
export type CacheEditor = <T>(
  matches: KeyMatcher,
  change: (data: T, key: CacheKey) => T,
  ifAbsent?: 'ignore' | 'reload',
) => void;

/** Fetches matching entries again. */
export type Refetch = ReturnType<typeof useSWRConfig>['mutate'];

export function useCacheEditor(): CacheEditor {
  const { cache, mutate } = useSWRConfig();
  return useCallback(
    (matches, change, ifAbsent = 'ignore') => {
      const keys: CacheKey[] = [];
      // Only a filter sees the keys as they were given to `useSWR`. This one changes nothing.
      void mutate((key) => {
        if (isCacheKey(key) && matches(key)) keys.push(key);
        return false;
      });
      for (const key of keys) {
        const { data, error, isValidating = false } = cache.get(unstable_serialize(key)) ?? {};
        if (data !== undefined) {
          const changed = change(data, key);
          if (changed === data) continue;
          void mutate(key, changed, { revalidate: isValidating });
        } else if ((isValidating || error !== undefined) && ifAbsent === 'reload') void mutate(key);
      }
    },
    [cache, mutate],
  );
}
