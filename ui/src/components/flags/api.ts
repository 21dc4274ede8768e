import { post } from '../../api/client';
import type { CaseKind, Decision, FlagReason, MyFlag } from '../../api/generated';
import type { CacheKey, PageKey } from '../../lib/cacheKeys';

/** The key of the first page of the viewer's reports. */
export const myFlagsKey: PageKey<'flags'> = { type: 'flags', path: '/flag/getMyFlags?limit=20' };

/** The key of the viewer's newest reports, among which the dialog looks for one of the same object. */
export const newestFlagsKey: PageKey<'flags'> = { type: 'flags', path: '/flag/getMyFlags?limit=100' };

/** The key of the number of open cases that the viewer may decide: of a community, or all. */
export const queueCountKey = (community?: string): CacheKey<'flags'> => ({
  type: 'flags',
  path: `/flag/getQueueCount${community ? `?community=${community}` : ''}`,
});

export const addFlag = (kind: CaseKind, id: string, reason: FlagReason, text: string) =>
  post<MyFlag>('/flag/addFlag', { kind, id, reason, text });
export const withdrawFlag = (id: string) => post<string>('/flag/withdrawFlag', { id });

/** Returns the word for what is reported. */
export const wordOf = (kind: CaseKind): string => (kind === 'user' ? 'profile' : kind === 'signup' ? 'sign-up' : kind);

/** What the removal of an object is, if it is not one. */
const removals: Partial<Record<CaseKind, string>> = { user: 'cleared', community: 'archived' };

/** Says what became of a report of something, after its name. */
export const verdictOf = (kind: CaseKind, outcome: Decision, removed: boolean): string =>
  outcome === 'uphold'
    ? `was right${removed ? `: it was ${removals[kind] ?? 'removed'}` : ''}`
    : `was declined${outcome === 'abuse' ? ' as an abuse of reports' : ''}`;

/** Returns the word for what is reported, with its article. */
export const oneOf = (kind: CaseKind): string => `${/^[aeiou]/.test(wordOf(kind)) ? 'an' : 'a'} ${wordOf(kind)}`;

/** The words of each reason. */
export const reasons: Record<FlagReason, string> = {
  spam: 'Spam or advertising',
  rude: 'Rude or abusive',
  attention: 'Needs attention',
  illegal: 'Illegal content',
};
