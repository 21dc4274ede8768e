import { useCallback } from 'react';
import { useSWRConfig } from 'swr';

/**
 * Changes what pages show, without a fetch. `change` gives back the very same data where nothing changes.
 *
 * SWR throws away what it is fetching when the data changes meanwhile, so data is touched only if it really changes,
 * and a fetch under way, whose answer may be older than the change, starts again. What is not read yet stays as it is,
 * or is asked for again with `ifLoading: 'reload'`.
 */
export type CacheEditor = <T>(
  matches: (path: string) => boolean,
  change: (data: T) => T,
  ifLoading?: 'ignore' | 'reload',
) => void;

export function useCacheEditor(): CacheEditor {
  const { cache, mutate } = useSWRConfig();
  return useCallback(
    (matches, change, ifLoading = 'ignore') => {
      for (const path of [...cache.keys()].filter(matches)) {
        const { data, isValidating = false } = cache.get(path) ?? {};
        if (data !== undefined) {
          if (change(data) === data) continue;
          // Not the data above: what is shown may anticipate an answer that never comes.
          void mutate(path, (committed = data) => change(committed), { revalidate: isValidating });
        } else if (isValidating && ifLoading === 'reload') void mutate(path);
      }
    },
    [cache, mutate],
  );
}
