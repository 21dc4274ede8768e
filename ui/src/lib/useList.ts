import { useCallback, useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { getList, type List } from '../api/client';

const append = <T>(list: List<T>, more: List<T>): List<T> => ({ ...more, items: [...list.items, ...more.items] });

/**
 * A list that grows. Its entry in the cache is all the parts read so far, under the path of the first; reading it
 * again reads as far as it had grown.
 */
export function useList<T>(path: string) {
  const { cache } = useSWRConfig();
  const { data, error, isValidating, mutate } = useSWR<List<T>>(
    path,
    async (first: string) => {
      const shown = (cache.get(first)?.data as List<T> | undefined)?.items.length ?? 0;
      let list = await getList<T>(first);
      while (list.next && list.items.length < shown) list = append(list, await getList<T>(list.next));
      return list;
    },
    { keepPreviousData: true },
  );
  const [growing, setGrowing] = useState<'no' | 'yes' | 'failed'>('no');
  const next = data?.next;
  const grow = useCallback(async () => {
    if (!next) return;
    setGrowing('yes');
    try {
      const more = await getList<T>(next);
      await mutate((list) => (list?.next === next ? append(list, more) : list), { revalidate: false });
      setGrowing('no');
    } catch {
      setGrowing('failed');
    }
  }, [next, mutate]);
  return { list: data, error, isValidating, reload: () => mutate(), grow, growing };
}
