import useSWR from 'swr';
import { patch } from '../../api/client';
import type { SavedSearch, SearchState } from '../../api/generated';
import { type CacheKey, fetchKey } from '../../lib/cacheKeys';
import { routes } from '../../lib/routes';
import type { Refetch } from '../../lib/useCacheEditor';
import { isInboxData } from '../inbox/keys';

/** The message if a saved search cannot be changed. */
export const searchError = 'Error while changing your saved searches';

/** What identifies a saved search of a viewer. */
export type SearchPlace = Pick<SavedSearch, 'text' | 'communityId'>;

const savedSearchesKey: CacheKey<'savedSearches'> = {
  type: 'savedSearches',
  path: '/following/getSavedSearches',
  logMessage: 'Error retrieving your saved searches',
};

/** Returns the searches that the viewer has saved. */
export const useSavedSearches = (isWanted = true) =>
  useSWR<SavedSearch[], unknown>(isWanted ? savedSearchesKey : null, fetchKey);

/** Saves, watches or removes a search. */
export async function setSearch(mutate: Refetch, { text, communityId }: SearchPlace, state: SearchState) {
  const saved = await patch<SavedSearch[]>('/following/setSearch', { text, communityId, state }, searchError);
  await mutate(savedSearchesKey, saved, { revalidate: false });
  // The state is saved, even if the following fetches fail.
  void mutate(isInboxData).catch(() => undefined);
}

/** Returns the address of the results of a search, or of its newest ones. */
export const addressOfSearch = ({ text, communityId }: SearchPlace, order?: 'newest') => {
  const query = { search: text, ...(order && { order }) };
  return communityId ? routes.community.to(communityId, query) : routes.questions.to(query);
};
