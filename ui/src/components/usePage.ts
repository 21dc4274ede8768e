import { useNavigationType } from 'react-router-dom';
import useSWR, { unstable_serialize, useSWRConfig } from 'swr';
import type { Page } from '../api/client';
import { getSearchPage, isPostponed } from '../api/search';
import type { PageKey } from '../lib/cacheKeys';
import { isStaleSince } from '../lib/connection';

type Options = { live?: boolean; revalidateOnFocus?: boolean };

/**
 * Returns one page of a list. During its first fetch, `page` is the page that the component showed before, and
 * `isCurrent` is false.
 *
 * Events keep a `live` list up to date even while no component shows it. Going back to it fetches nothing, and so does
 * not move it, unless the connection was lost meanwhile.
 *
 * With `revalidateOnFocus` the page is fetched again when the window gets the focus: for lists that change without an
 * event, by what the same user does on another device.
 *
 * Without a key there is no page.
 */
export function usePage<T>(key: PageKey | null, { live = false, revalidateOnFocus = false }: Options = {}) {
  const isReturn = useNavigationType() === 'POP';
  const known: Page<T> | undefined = useSWRConfig().cache.get(unstable_serialize(key))?.data;
  const isFresh = live && isReturn && known !== undefined && !isStaleSince(known.requestedAt);
  const { data, error, isValidating, mutate } = useSWR<Page<T>, unknown>(
    key,
    ({ path, logMessage }: PageKey) => getSearchPage<T>(path, logMessage),
    { keepPreviousData: true, revalidateIfStale: !isFresh, revalidateOnFocus },
  );
  return {
    page: data,
    isCurrent: data?.path === key?.path,
    // Going back to a search that a newer one cancelled runs it again.
    error: isValidating && isPostponed(error) ? undefined : error,
    retry: () => void mutate(),
  };
}
