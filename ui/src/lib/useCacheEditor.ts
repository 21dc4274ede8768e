import { useCallback } from 'react';
import { useSWRConfig } from 'swr';

/**
 * Changes cached data in place, wherever its path matches. `change` returns the same object where nothing changes.
 * What is just being asked for is older than the change, and asked for again; what was never read yet only with
 * `ifLoading: 'reload'`.
 */
export type CacheEditor = <T>(
  matches: (path: string) => boolean,
  change: (data: T, path: string) => T,
  ifLoading?: 'reload' | 'ignore',
) => void;

export function useCacheEditor(): CacheEditor {
  const { cache, mutate } = useSWRConfig();
  return useCallback(
    (matches, change, ifLoading = 'ignore') => {
      for (const path of [...cache.keys()].filter(matches)) {
        const { data, isValidating = false } = cache.get(path) ?? {};
        if (data === undefined) {
          if (isValidating && ifLoading === 'reload') void mutate(path);
          continue;
        }
        const changed = change(data, path);
        if (changed !== data) void mutate(path, changed, { revalidate: isValidating });
      }
    },
    [cache, mutate],
  );
}
