import type { News } from '../api/generated';
import { questionSeen } from '../components/following/questionSeen';
import { newsKey } from '../features/questions/keys';
import { keyEquals, keysOfTypes } from '../lib/cacheKeys';
import { hearTabs } from '../lib/hearTabs';
import { type Seen, seenTabs } from '../lib/seenTabs';
import type { CacheEditor, Refetch } from '../lib/useCacheEditor';

/** Shows what the viewer sees in other tabs of this browser, until the returned function is called. */
export const syncSeen = (edit: CacheEditor, mutate: Refetch): (() => void) =>
  hearTabs<Seen>(seenTabs, (seen) => {
    if (typeof seen === 'string') {
      void mutate(keysOfTypes(seen, 'inbox', 'inboxUnread'));
      return;
    }
    edit<News | null>(keyEquals(newsKey(seen.qid)), () => seen, 'reload');
    questionSeen(edit, mutate);
  });
