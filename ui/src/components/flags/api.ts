import { post } from '../../api/client';
import type { CaseKind, FlagReason, MyFlag } from '../../api/generated';
import type { PageKey } from '../../lib/cacheKeys';

/** The key of the first page of the viewer's reports. */
export const myFlagsKey: PageKey<'flags'> = { type: 'flags', path: '/flag/getMyFlags?limit=20' };

export const addFlag = (kind: CaseKind, id: string, reason: FlagReason, text: string) =>
  post<MyFlag>('/flag/addFlag', { kind, id, reason, text });
export const withdrawFlag = (id: string) => post<string>('/flag/withdrawFlag', { id });

/** Returns the word for what is reported. */
export const wordOf = (kind: CaseKind): string => (kind === 'user' ? 'profile' : kind === 'signup' ? 'sign-up' : kind);

/** The words of each reason. */
export const reasons: Record<FlagReason, string> = {
  spam: 'Spam or advertising',
  rude: 'Rude or abusive',
  attention: 'Needs attention',
  illegal: 'Illegal content',
};
