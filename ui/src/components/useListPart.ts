import { useNavigationType } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import { getPage, type Page } from '../api/client';
import { mayHaveMissed } from '../lib/connection';

type Options = { live?: boolean; changesUnheard?: boolean; logged?: string };

/**
 * A part of a list. While it is read for the first time, `page` is what the component showed before, and not `current`.
 *
 * A list that is `live` is kept up to date by events even while no page shows it: going back to it fetches nothing,
 * and so does not move it, unless the connection was lost meanwhile.
 *
 * What `changesUnheard`, by what its reader does on another device, is fetched again when he comes back to the window.
 *
 * The console says `logged` when the part cannot be fetched.
 */
export function useListPart<T>(path: string, { live = false, changesUnheard = false, logged }: Options = {}) {
  const isReturn = useNavigationType() === 'POP';
  const known: Page<T> | undefined = useSWRConfig().cache.get(path)?.data;
  const isFresh = live && isReturn && known !== undefined && !mayHaveMissed(known.askedAt);
  const { data, error, mutate } = useSWR<Page<T>, unknown>(path, (path: string) => getPage<T>(path, logged), {
    keepPreviousData: true,
    revalidateIfStale: !isFresh,
    revalidateOnFocus: changesUnheard,
  });
  return { page: data, isCurrent: data?.path === path, error, retry: () => void mutate() };
}
