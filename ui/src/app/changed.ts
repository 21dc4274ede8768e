import type { Changed, LiveEvent, SiteUpdate, UserUpdate } from '../api/generated';
import { isInboxData } from '../components/inbox/keys';
import { communityChanged } from '../features/communities/cache';
import { chatChanged } from '../features/messaging/cache';

import { questionChanged } from '../features/questions/cache';
import { isQuestionList } from '../features/questions/keys';
import { announce } from '../lib/announce';
import { keysOfTypes } from '../lib/cacheKeys';
import { markConnected } from '../lib/connection';
import { refetchSoon } from '../lib/refetchSoon';
import { site } from '../lib/site';
import { siteKey } from '../lib/siteKey';
import type { CacheEditor, Refetch } from '../lib/useCacheEditor';
import { takeOver } from './siteData';

/** The delay before changed data is fetched, in milliseconds. */
const delayMs = 1000;
/** The same for a count of views: each fetch of the question may be large, and may add a view. */
const viewsDelayMs = 30_000;

const isContributions = keysOfTypes('contributions');

/** Shows what is new of the site, such as an announcement. Profiles lose and get their reputation and badges. */
export async function siteChanged(mutate: Refetch, { site: changed }: SiteUpdate): Promise<void> {
  const isOther = `${site.without ?? ''}` !== `${changed.without ?? ''}`;
  site.without = changed.without;
  await mutate(siteKey, takeOver(changed), { revalidate: false });
  if (isOther) await mutate(keysOfTypes('user', 'badges'));
}

/**
 * Fetches everything that names a user who has another name now. A viewer who is renamed needs it at once,
 * because calls name them.
 */
export function userRenamed(mutate: Refetch, { user, formerUsername }: UserUpdate, viewer: string): void {
  if (formerUsername === viewer) announce(`Your username is now ${user.username}`);
  const delay = formerUsername === viewer ? 0 : delayMs;
  refetchSoon('renamed user', delay, () => {
    markConnected();
    return mutate(() => true);
  });
}

/** Fetches what shows an object that was too large for its event. */
export function refetchChanged(
  { edit, mutate }: { edit: CacheEditor; mutate: Refetch },
  { qid, _id, event }: Changed,
): void {
  const name = event as LiveEvent['name'];
  const soon = (delay: number, refetch: () => Promise<unknown>) =>
    refetchSoon(`${name} ${qid ?? _id}`, delay, () => {
      // What is not shown now is fetched when the user returns to it.
      markConnected();
      return refetch();
    });
  if (qid && name === 'viewsUpdate') soon(viewsDelayMs, () => questionChanged(mutate, qid));
  else if (qid)
    soon(delayMs, () =>
      Promise.all([
        questionChanged(mutate, qid),
        mutate((key) => isQuestionList(key) || isInboxData(key) || isContributions(key)),
      ]),
    );
  else if (_id && name === 'chatUpdate') soon(delayMs, () => chatChanged(mutate, _id));
  else if (_id && name === 'communityUpdate') soon(delayMs, () => communityChanged({ edit, mutate }, _id));
  // As after a lost connection.
  else soon(delayMs, () => mutate(() => true));
}
