import type { Page } from '../../api/client';
import type { Community, CommunityCard, CommunityUpdate, Question, QuestionCard } from '../../api/generated';
import { communityKey } from '../../components/community/useCommunity';
import { type KeyMatcher, keyEquals } from '../../lib/cacheKeys';
import { markConnected } from '../../lib/connection';
import type { CacheEditor, Refetch } from '../../lib/useCacheEditor';
import { isAggregate, isCommunityList, isMembersOf, isQuestion, isQuestionPage, isSimilarQuestions } from './keys';

export type Caches = { edit: CacheEditor; mutate: Refetch };

/** The viewer's memberships, as far as events reported them since the page was loaded. */
const memberships = new Map<string, boolean>();

/**
 * Returns the fields that a card shares with its community, for its viewer. Truncated lists do not
 * tell their length. In an event, which is the same for many viewers, they tell the viewer's
 * membership only if they contain the viewer.
 */
export function cardFields(community: Community, viewer: string, isReply: boolean): Partial<CommunityCard> {
  const { name, description, mentions, visibility, owner, memberCount, archivedAt, truncated } = community;
  const { needsAccount, openedAt } = community;
  const { members, moderators, memberRequests, questions } = community;
  const facts = {
    name,
    description,
    mentions,
    visibility,
    owner,
    memberCount,
    archived: archivedAt !== undefined,
    needsAccount,
    openedAt,
  };
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

/** Returns the card with changed fields, or the same object if nothing changes. */
function patchCard(card: CommunityCard, facts: Partial<CommunityCard>): CommunityCard {
  const next = { ...card, ...facts };
  return (Object.keys(next) as (keyof CommunityCard)[]).every((name) => next[name] === card[name]) ? card : next;
}

/** Returns whether the cache contains questions of a community. */
function hasQuestionsOf(edit: CacheEditor, id: string): boolean {
  let found = false;
  const search = <T>(matches: KeyMatcher, contains: (data: T) => boolean) =>
    edit<T>(matches, (data) => {
      found ||= contains(data);
      return data;
    });
  const isOfCommunity = ({ communityId }: Question | QuestionCard) => communityId === id;
  search<Question>(isQuestion, isOfCommunity);
  search<QuestionCard[]>(isSimilarQuestions, (cards) => cards.some(isOfCommunity));
  search<Page<QuestionCard>>(isQuestionPage, ({ items }) => items.some(isOfCommunity));
  return found;
}

/** Returns whether a known community has a name. The server compares names like this. */
export function isNameTaken(edit: CacheEditor, name: string): boolean {
  const fold = (text: string) => text.trim().toLowerCase();
  let found = false;
  edit<Page<CommunityCard>>(isCommunityList, (page) => {
    found ||= page.items.some((card) => fold(card.name) === fold(name));
    return page;
  });
  return found;
}

/** Applies a new or changed community from an event or a reply. */
export function communityUpdated(
  { edit, mutate }: Caches,
  { community, type }: CommunityUpdate,
  viewer: string,
  { isReply = false } = {},
): void {
  const { _id: id, visibility } = community;
  const facts = cardFields(community, viewer, isReply);
  let known: CommunityCard | undefined;
  const renew = (card: CommunityCard) => {
    known ??= card;
    return patchCard(card, facts);
  };
  edit<Page<CommunityCard>>(isCommunityList, (page) => {
    const items = page.items.map((card) => (card._id === id ? renew(card) : card));
    return items.some((card, index) => card !== page.items[index]) ? { ...page, items } : page;
  });
  edit<CommunityCard>(keyEquals(communityKey(id)), renew, 'reload');

  const was = known?.isMember ?? memberships.get(id);
  const is = facts.isMember ?? was;
  if (is !== undefined) memberships.set(id, is);

  // A reader without an account may read less now, or more.
  if (!viewer && known && known.needsAccount !== facts.needsAccount) {
    void mutate(() => true);
    return;
  }
  // The viewer's read access has changed, and with it questions, counts and search results.
  if (visibility === 'private' && was !== is && (was !== undefined || is || hasQuestionsOf(edit, id))) {
    markConnected();
    void mutate(() => true);
    return;
  }
  // The viewer is an outsider now. Whether they were a member before is unknown.
  const mayHaveEnded = visibility === 'private' && was !== is && type !== 'created';
  const movesLists =
    type === 'created' || was !== is || (known && (known.name !== community.name || known.archived !== facts.archived));
  void mutate(isMembersOf(id));
  if (movesLists) void mutate(isCommunityList);
  if (mayHaveEnded) void mutate(isAggregate);
  if (community.truncated) void mutate(communityKey(id));
}

/**
 * Fetches a community that was too large for its event. Only members receive a large event about a
 * private community. To a viewer who was none before, its questions and what is counted in it are new.
 */
export async function communityChanged({ edit, mutate }: Caches, id: string): Promise<void> {
  let known: CommunityCard | undefined;
  const find = (card: CommunityCard) => {
    if (card._id === id) known ??= card;
    return card;
  };
  edit<CommunityCard>(keyEquals(communityKey(id)), find);
  edit<Page<CommunityCard>>(isCommunityList, (page) => {
    page.items.forEach(find);
    return page;
  });
  const isNew = known?.visibility !== 'public' && !(known?.isMember ?? memberships.get(id));
  const isShown = [keyEquals(communityKey(id)), isCommunityList, isMembersOf(id)];
  const matchers = isNew ? [...isShown, isQuestion, isQuestionPage, isSimilarQuestions, isAggregate] : isShown;
  await mutate((key) => matchers.some((matches) => matches(key)));
}
