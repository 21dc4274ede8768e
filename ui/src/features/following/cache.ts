import type { Page } from '../../api/client';
import type { Follow, Question } from '../../api/generated';
import { followListKey, isInbox } from '../../components/following/keys';
import { keyEquals } from '../../lib/cacheKeys';
import type { CacheEditor, Refetch } from '../../lib/useCacheEditor';

/** The time within which the browsers of all watchers fetch their inbox again, in milliseconds. */
const spreadMs = 2_000;

/** Fetches the inbox again, unless the viewer watches nothing of what changed. */
function invalidate(edit: CacheEditor, mutate: Refetch, isConcerned: (follow: Follow) => boolean) {
  edit<Page<Follow>>(keyEquals(followListKey), (page) => {
    const isNew = page.items.some((follow) => follow.state === 'watching' && isConcerned(follow));
    if (isNew) setTimeout(() => void mutate(isInbox), Math.random() * spreadMs);
    return page;
  });
}

/** Shows a new or changed question in the inbox, if the viewer watches one of its tags or its community. */
export function questionChanged(edit: CacheEditor, mutate: Refetch, { _id, tags, communityId }: Question) {
  const names = tags.map(({ name }) => name.toLowerCase());
  invalidate(edit, mutate, ({ kind, object }) =>
    kind === 'tag' ? names.includes(object.toLowerCase()) : object === (kind === 'question' ? _id : communityId),
  );
}

/** Shows a new answer in the inbox, if the viewer watches the question. */
export function answerArrived(edit: CacheEditor, mutate: Refetch, qid: string) {
  invalidate(edit, mutate, ({ kind, object }) => kind === 'question' && object === qid);
}
