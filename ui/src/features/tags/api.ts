import { del, patch, post } from '../../api/client';
import type { PurgedRevision, TagDescription, TagState, TagSynonyms } from '../../api/generated';
import type { CacheKey, PageKey } from '../../lib/cacheKeys';

/** The message if the page of a tag cannot be fetched. */
export const tagPageError = 'Error when fetching the tag';
/** The message if a description cannot be saved. */
export const descriptionError = 'Error while saving the description';

/** The key of the description and the best voted questions of a tag. */
export const tagPageKey = (name: string): CacheKey<'tagPage'> => ({
  type: 'tagPage',
  path: `/tag/getTagPage/${encodeURIComponent(name)}`,
  logMessage: tagPageError,
});

/** The key of the first page of the versions of a description. */
export const tagRevisionsKey = (name: string): PageKey<'revisions'> => ({
  type: 'revisions',
  path: `/tag/getTagRevisions/${encodeURIComponent(name)}?limit=20`,
});

/** Saves a description that is based on a version, or the first one. */
export const editTagDescription = (name: string, text: string, base: string) =>
  patch<TagDescription>('/tag/editTagDescription', { name, text, base: base || null });

export const purgeTagRevision = (name: string, revisionId: string) =>
  del<PurgedRevision>('/tag/purgeTagRevision', { name, revisionId });

/** Makes a name a synonym of a tag. */
export const addTagSynonym = (name: string, synonym: string) =>
  post<TagSynonyms>('/tag/addTagSynonym', { name, synonym });

export const removeTagSynonym = (synonym: string) => del<TagSynonyms>('/tag/removeTagSynonym', { synonym });

/** Renames a tag, whose old name becomes a synonym. */
export const renameTag = (name: string, newName: string) => patch<TagSynonyms>('/tag/renameTag', { name, newName });

/** The key of what deleting a tag changes. */
export const tagUseKey = (name: string): CacheKey<'tagUse'> => ({
  type: 'tagUse',
  path: `/tag/getTagUse/${encodeURIComponent(name)}`,
  logMessage: 'Error when counting the questions of the tag',
});

export const deleteTag = (name: string) => del<TagState>('/tag/deleteTag', { name });

export const restoreTag = (name: string) => post<TagState>('/tag/restoreTag', { name });
