import { useCallback } from 'react';
import { useSWRConfig } from 'swr';

/**
 * Changes what pages show, without a fetch. `change` gives back the very same data where nothing changes.
 *
 * SWR throws away what it is fetching when the data changes meanwhile, so data is touched only if it really changes,
 * and a fetch under way, whose answer may be older than the change, starts again. What is not read yet, or
 * could not be, stays as it is, or is asked for again with `ifAbsent: 'reload'`.
 */
export type CacheEditor = <T>(
  matches: (path: string) => boolean,
  change: (data: T) => T,
  ifAbsent?: 'ignore' | 'reload',
) => void;

/** Fetches anew what pages show of these paths. */
export type Refetch = ReturnType<typeof useSWRConfig>['mutate'];

export function useCacheEditor(): CacheEditor {
  const { cache, mutate } = useSWRConfig();
  return useCallback(
    (matches, change, ifAbsent = 'ignore') => {
      for (const path of [...cache.keys()].filter(matches)) {
        const { data, error, isValidating = false } = cache.get(path) ?? {};
        if (data !== undefined) {
          const changed = change(data);
          if (changed === data) continue;
          void mutate(path, changed, { revalidate: isValidating });
        } else if ((isValidating || error !== undefined) && ifAbsent === 'reload') void mutate(path);
      }
    },
    [cache, mutate],
  );
}
