import { createContext, use } from 'react';
import useSWR from 'swr';
import type { Question, QuestionPermissions, SuggestedEditCount } from '../../../api/generated';
import { type CacheKey, fetchKey, keysOf } from '../../../lib/cacheKeys';

/** The state of a question on which depends who may do what. */
type State = Pick<Question, '_id' | 'lockedAt' | 'protectedAt' | 'closedAt' | 'deletedAt' | 'communityId'>;

type PermissionsKey = CacheKey<'permissions'> & { readonly state: string };

/** The key of what the viewer may do with a question in its current state. */
const permissionsKey = ({ _id, lockedAt, protectedAt, closedAt, communityId }: State): PermissionsKey => ({
  type: 'permissions',
  path: `/question/getPermissions/${encodeURIComponent(_id)}`,
  state: [lockedAt, protectedAt, closedAt, communityId].join(),
});

/** Matches what the viewer may do, with all questions. */
export const isPermissions = keysOf('permissions');

/**
 * Returns what the server says that the viewer may do with a question. Undefined while it is not known, or `isWanted` is
 * false, and for a deleted question.
 */
export function useServerPermissions(question: State, isWanted: boolean): QuestionPermissions | undefined {
  const key = isWanted && !question.deletedAt ? permissionsKey(question) : null;
  // Nothing is offered without an answer, so that it is worth another attempt.
  const retry = { shouldRetryOnError: true, errorRetryCount: 3 };
  const { data } = useSWR<QuestionPermissions, unknown>(key, fetchKey, { keepPreviousData: true, ...retry });
  return key ? data : undefined;
}

export type Permissions = Pick<QuestionPermissions, 'mayAnswer' | 'mayRespond'> & {
  /** Whether the server has said so, or nothing about the question limits its readers. */
  isKnown: boolean;
  /** The posts with open suggested edits about which the viewer decides. */
  suggestedEdits: SuggestedEditCount[];
};

/**
 * Returns what the viewer may do with a question. The server is asked only about a question that is not open to all of
 * its readers, and by those who decide about suggested edits there: moderators, and authors of its posts. Until it replies,
 * nothing is offered that it may refuse.
 */
export function usePermissions(question: State, isModerator: boolean, isAuthor = false): Permissions {
  const { lockedAt, protectedAt, closedAt } = question;
  const isLimited = lockedAt !== undefined || protectedAt !== undefined;
  const known = useServerPermissions(question, isLimited || isModerator || isAuthor);
  return {
    mayAnswer: !closedAt && (isLimited ? (known?.mayAnswer ?? false) : true),
    mayRespond: !lockedAt || (known?.mayRespond ?? false),
    isKnown: !isLimited || known !== undefined,
    suggestedEdits: known?.suggestedEdits ?? [],
  };
}

/** What the viewer may do with the question around. */
export const PermissionsContext = createContext<Permissions>({
  mayAnswer: true,
  mayRespond: true,
  isKnown: true,
  suggestedEdits: [],
});

/** Returns whether the viewer may comment and vote in the question around, and edit what they have written there. */
export const useMayRespond = (): boolean => use(PermissionsContext).mayRespond;
