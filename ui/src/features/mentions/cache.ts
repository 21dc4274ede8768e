import type { Page } from '../../api/client';
import type { Mention } from '../../api/generated';
import { isMentions } from '../../components/mentions/keys';
import type { CacheEditor, Refetch } from '../../lib/useCacheEditor';

/** Fetches the mentions again, if one of them is in a changed question, answer or message. */
export function invalidate(edit: CacheEditor, mutate: Refetch, id: string) {
  edit<Page<Mention>>(isMentions, (page) => {
    const isShown = page.items.some(({ qid, answerId, contentId }) => [qid, answerId, contentId].includes(id));
    if (isShown) void mutate(isMentions);
    return page;
  });
}
