import type { Page } from '../../api/client';
import type { Community, CommunityCard, CommunityUpdate } from '../../api/generated';
import { communityPath } from '../../components/community/useCommunity';
import { noteConnect } from '../../lib/connection';
import type { CacheEditor, Refetch } from '../../lib/useCacheEditor';
import { isList, showsPeople } from './api';

export type Caches = { edit: CacheEditor; mutate: Refetch };

/** Whether the viewer belongs to a community, as far as that was heard since the page was loaded. */
const belongs = new Map<string, boolean>();

/**
 * What a card shares with its community, as its viewer sees it. Lists that are cut say nothing of how long they are, and
 * in an event, which is the same for many, not whether the viewer is in them unless they name him.
 */
export function factsOf(community: Community, viewer: string, isReply: boolean): Partial<CommunityCard> {
  const { name, description, visibility, owner, memberCount, archivedAt, truncated } = community;
  const { members, moderators, memberRequests, questions } = community;
  const facts = { name, description, visibility, owner, memberCount, archived: archivedAt !== undefined };
  const [isMember, isModerator] = [members.includes(viewer), moderators.includes(viewer)];
  const requested = memberRequests.some(({ user }) => user.username === viewer);
  if (truncated) return isMember || isReply ? { ...facts, isMember, isModerator, requested } : facts;
  return {
    ...facts,
    isMember,
    isModerator,
    requested,
    moderatorCount: moderators.length,
    requestCount: isModerator ? memberRequests.length : 0,
    questionCount: questions.length,
  };
}

/** A card with other facts; the very same card if they are no others. */
function renewed(card: CommunityCard, facts: Partial<CommunityCard>): CommunityCard {
  const next = { ...card, ...facts };
  return (Object.keys(next) as (keyof CommunityCard)[]).every((name) => next[name] === card[name]) ? card : next;
}

/** Whether questions of a community are among what was read. */
function isRead(edit: CacheEditor, id: string): boolean {
  let found = false;
  edit<unknown>(
    () => true,
    (data) => {
      found ||= JSON.stringify(data).includes(`"communityId":"${id}"`);
      return data;
    },
  );
  return found;
}

/** Whether a path shows what may be of a community without saying of which. */
const isUnnamed = (path: string) => /^\/(tag|contributions|notification)\//.test(path);

/** A community is there or has changed, as an event, or the reply to a call, tells it to its viewer. */
export function changed(
  { edit, mutate }: Caches,
  { community, type }: CommunityUpdate,
  viewer: string,
  { isReply = false } = {},
): void {
  const { _id: id, visibility } = community;
  const facts = factsOf(community, viewer, isReply);
  let known: CommunityCard | undefined;
  const renew = (card: CommunityCard) => {
    known ??= card;
    return renewed(card, facts);
  };
  edit<Page<CommunityCard>>(isList, (page) => {
    const items = page.items.map((card) => (card._id === id ? renew(card) : card));
    return items.some((card, index) => card !== page.items[index]) ? { ...page, items } : page;
  });
  edit<CommunityCard>((path) => path === communityPath(id), renew, 'reload');

  const was = known?.isMember ?? belongs.get(id);
  const is = facts.isMember ?? was;
  if (is !== undefined) belongs.set(id, is);

  // What one may read has changed: questions, and all that is counted and found among them.
  if (visibility === 'private' && was !== is && (was !== undefined || is || isRead(edit, id))) {
    noteConnect();
    void mutate(() => true);
    return;
  }
  // He is outside; whether he was inside until now was never heard.
  const mayHaveEnded = visibility === 'private' && was !== is && type !== 'created';
  const movesLists =
    type === 'created' || was !== is || (known && (known.name !== community.name || known.archived !== facts.archived));
  void mutate(
    (path) =>
      typeof path === 'string' &&
      (showsPeople(path, id) ||
        (movesLists && isList(path)) ||
        (mayHaveEnded && isUnnamed(path)) ||
        (community.truncated && path === communityPath(id))),
  );
}
