import type { PageKey } from './cacheKeys';

/** Returns the key of the first page of tags, or of those whose name contains the search. */
export function tagListKey({ search, limit = 100 }: { search: string; limit?: number }): PageKey<'tagList'> {
  return {
    type: 'tagList',
    path: `/tag/getTagsWithQuestionNumber?${new URLSearchParams({ search, limit: String(limit) })}`,
    logMessage: 'Error when fetching tags',
  };
}
