import type { Page } from '../../api/client';
import type { Follow, Question } from '../../api/generated';
import { followListKey } from '../../components/following/keys';
import { isInboxData } from '../../components/inbox/keys';
import { keyEquals } from '../../lib/cacheKeys';
import type { CacheEditor, Refetch } from '../../lib/useCacheEditor';

/** The time within which the browsers of all watchers fetch their inbox again, in milliseconds. */
const spreadMs = 2_000;

/** Fetches the inbox again, if the viewer watches an object of these ids or names, which are in lower case. */
function invalidate(edit: CacheEditor, mutate: Refetch, changed: (string | undefined)[]) {
  edit<Page<Follow>>(keyEquals(followListKey), (page) => {
    const isNew = page.items.some(
      ({ state, object }) => state === 'watching' && changed.includes(object.toLowerCase()),
    );
    if (isNew) setTimeout(() => void mutate(isInboxData), Math.random() * spreadMs);
    return page;
  });
}

/** Shows a new or changed question in the inbox, if the viewer watches it, one of its tags or its community. */
export const questionChanged = (edit: CacheEditor, mutate: Refetch, { _id, tags, communityId }: Question) =>
  invalidate(edit, mutate, [_id, communityId, ...tags.map(({ name }) => name.toLowerCase())]);

/** Shows a new answer in the inbox, if the viewer watches the question. */
export const answerArrived = (edit: CacheEditor, mutate: Refetch, qid: string) => invalidate(edit, mutate, [qid]);
