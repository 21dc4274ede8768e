import { expect, it, vi } from 'vitest';
import { unreadKey } from '../components/inbox/keys';
import { mentionsKey } from '../components/mentions/keys';
import { newsKey } from '../features/questions/keys';
import type { CacheKey } from '../lib/cacheKeys';
import type { Seen } from '../lib/seenTabs';
import type { CacheEditor } from '../lib/useCacheEditor';
import { syncSeen } from './seenElsewhere';

it('shows what the viewer has seen in another tab', async () => {
  const cached: [CacheKey, unknown][] = [
    [newsKey('q'), { qid: 'q', newAnswers: 2 }],
    [unreadKey, { hasWatched: true }],
  ];
  const fetched: CacheKey[] = [];
  const mutate = vi.fn((matches: (key: CacheKey) => boolean) => {
    fetched.push(...[mentionsKey, unreadKey].filter(matches));
  });
  const edit: CacheEditor = (matches, change) => {
    for (const entry of cached) if (matches(entry[0])) entry[1] = change(entry[1] as never, entry[0]);
  };
  const stop = syncSeen(edit, mutate as never);
  const otherTab = new BroadcastChannel('seen');
  otherTab.postMessage('mentions' satisfies Seen);
  await vi.waitFor(() => expect(fetched).toEqual([mentionsKey, unreadKey]));
  otherTab.postMessage({ qid: 'q', newAnswers: 0 } satisfies Seen);
  await vi.waitFor(() => expect(fetched).toEqual([mentionsKey, unreadKey, unreadKey]));
  expect(cached[0]?.[1]).toEqual({ qid: 'q', newAnswers: 0 });
  otherTab.close();
  stop();
});
