import type { Page } from '../../api/client';
import type { InboxItem } from '../../api/generated';
import type { CacheEditor, Refetch } from '../../lib/useCacheEditor';
import { isInbox } from './keys';

/** Fetches the inbox again, if it shows a question that the viewer has seen now. */
export function questionSeen(edit: CacheEditor, mutate: Refetch, seen: string) {
  edit<Page<InboxItem>>(isInbox, (page) => {
    if (page.items.some(({ qid }) => qid === seen)) void mutate(isInbox);
    return page;
  });
}
