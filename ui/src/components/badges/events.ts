import type { Badge } from '../../api/generated';
import { announce } from '../../lib/announce';
import { keysOfTypes } from '../../lib/cacheKeys';
import type { Refetch } from '../../lib/useCacheEditor';
import { badgeNames } from './badges';

/** Shows a new badge of the viewer. */
export function badgeAwarded(mutate: Refetch, badge: Badge): void {
  announce(`New badge: ${badgeNames[badge]}`);
  void mutate(keysOfTypes('inbox', 'inboxUnread', 'moderation', 'badges'));
}
