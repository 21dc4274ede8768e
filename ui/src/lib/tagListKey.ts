import type { PageKey } from './cacheKeys';

/** The key of the first page of tags: all of them, or those whose name contains the search. */
export function tagListKey({ search, limit }: { search: string; limit?: number }): PageKey<'tagList'> {
  const query = new URLSearchParams({ ...(search && { search }), ...(limit && { limit: String(limit) }) }).toString();
  return {
    type: 'tagList',
    path: `/tag/getTagsWithQuestionNumber${query && `?${query}`}`,
    logMessage: 'Error when fetching tags',
  };
}
