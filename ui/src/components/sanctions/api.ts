import { post } from '../../api/client';
import type {
  Appeal,
  ContentRemoval,
  OwnSanction,
  RemovedSpan,
  Sanction,
  SanctionKind,
  Undone,
} from '../../api/generated';
import type { CacheKey, PageKey } from '../../lib/cacheKeys';

const key = (path: string): PageKey<'sanctions'> => ({ type: 'sanctions', path: `/moderation/${path}` });

/** The key of the first page of the sanctions of a member, or of all. */
export const sanctionsKey = (username?: string) =>
  key(`getSanctions?${new URLSearchParams([...(username ? [['userId', username]] : []), ['limit', '20']])}`);

/** The key of the first page of the sanctions that are in force. */
export const runningSanctionsKey = key('getSanctions?running=true&limit=20');

/** The key of all sanctions that are in force. */
export const allRunningKey = key('getSanctions?running=true&limit=100');

/** The key of the first page of the removals of everything that a member has written. */
export const contentRemovalsKey = (username: string) =>
  key(`getContentRemovals/${encodeURIComponent(username)}?limit=20`);

/** The key of what site moderators know of a member. */
export const memberKey = (username: string): CacheKey<'sanctions'> => ({
  type: 'sanctions',
  path: `/moderation/getMember/${encodeURIComponent(username)}`,
});

/** The key of the viewer's own sanctions. */
export const mySanctionsKey: CacheKey<'moderation'> = { type: 'moderation', path: '/moderation/getMySanctions' };

/** The key of the viewer's newest appeals. */
export const myAppealsKey: CacheKey<'moderation'> = { type: 'moderation', path: '/moderation/getMyAppeals?limit=100' };

export type MySanctions = OwnSanction[];

export const warnUser = (userId: string, reason: string) => post<Sanction>('/moderation/warnUser', { userId, reason });
/** Removes the biography and the picture of a member. */
export const clearProfile = (userId: string, reason: string) =>
  post<Sanction>('/moderation/clearProfile', { userId, reason });
export const silenceUser = (userId: string, until: string, reason: string) =>
  post<Sanction>('/moderation/silenceUser', { userId, until, reason });
export const suspendUser = (
  userId: string,
  until: string,
  reason: string,
  removePosts: RemovedSpan | undefined,
  messages: boolean,
) => post<Sanction>('/moderation/suspendUser', { userId, until, reason, removePosts, messages });
export const removeContent = (userId: string, span: RemovedSpan, reason: string, messages: boolean) =>
  post<ContentRemoval>('/moderation/removeContent', { userId, span, reason, messages });
/** Undoes the action of an entry of the log. */
export const undoAction = (id: string) => post<Undone>('/moderation/undo', { id });
export const appeal = (id: string, text: string) => post<Appeal>('/moderation/appeal', { id, text });

/** The words for each kind of sanction. */
export const sanctionNames: Record<SanctionKind, string> = {
  warning: 'Warning',
  silence: 'Silence',
  suspension: 'Suspension',
  clearing: 'Profile cleared',
};
