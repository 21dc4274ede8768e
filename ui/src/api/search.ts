import { ApiError, getPage, type Page } from './client';

/** The delay before a search is repeated the first time, in milliseconds. It doubles each time. */
const repeatDelayMs = 300;
/** The number of repetitions before the failure is shown. */
const maxRepetitions = 4;

/** The words and the order of the search that was requested last. */
let newest = '';

/** Returns whether a search did not run, because too many were waiting. */
export const isPostponed = (error: unknown) => error instanceof ApiError && error.status === 429;

/**
 * Fetches one page of a list. A search that did not run is repeated while no other one is requested: the newer one would
 * wait for an older one.
 */
export async function getSearchPage<T>(path: string, logMessage?: string): Promise<Page<T>> {
  const query = new URLSearchParams(path.slice(path.indexOf('?')));
  if (!query.has('search')) return getPage(path, logMessage);
  const search = `${query.get('order')} ${query.get('search')}`;
  newest = search;
  for (let repetition = 0; ; repetition += 1) {
    try {
      return await getPage<T>(path, logMessage);
    } catch (error) {
      if (repetition === maxRepetitions || !isPostponed(error)) throw error;
      // Not at the same time as other tabs.
      const delay = repeatDelayMs * 2 ** repetition * (1 + Math.random() / 2);
      if (search === newest) await new Promise((resolve) => setTimeout(resolve, delay));
      if (search !== newest) throw error;
    }
  }
}
