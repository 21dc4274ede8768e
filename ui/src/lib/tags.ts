import type { Tag } from '../api/generated';
import type { CacheKey, PageKey } from './cacheKeys';

/** Returns the key of the first page of tags, or of those whose name contains the search. */
export function tagListKey({ search, limit = 100 }: { search: string; limit?: number }): PageKey<'tagList'> {
  return {
    type: 'tagList',
    path: `/tag/getTagsWithQuestionNumber?${new URLSearchParams({ search, limit: String(limit) })}`,
    logMessage: 'Error when fetching tags',
  };
}

/** The key of a tag with its description in lists. */
export const tagKey = (name: string): CacheKey<'tag'> => ({
  type: 'tag',
  path: `/tag/getTagByName/${encodeURIComponent(name)}`,
});

/** Returns whether members have described a tag. */
export const isDescribed = ({ description }: Pick<Tag, 'description'>) =>
  description !== '' && description !== 'user added tag';
