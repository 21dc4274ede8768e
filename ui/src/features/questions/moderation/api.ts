/** The calls with which moderators act on posts. */
import { patch, post } from '../../../api/client';
import type { CloseReason, EditedPost, Pin, Question, QuestionCard } from '../../../api/generated';

/** What a moderator acts on: a question, or an answer or comment with its text. */
export type Moderated =
  | { kind: 'question'; question: Question }
  | { kind: 'answer' | 'comment'; id: string; qid: string; text: string; wiki?: boolean | undefined };

export const closeQuestion = (id: string, reason: CloseReason, note: string) =>
  post<Question>('/moderation/closeQuestion', { id, reason, note });

export const reopenQuestion = (id: string, reason: string) =>
  post<Question>('/moderation/reopenQuestion', { id, reason });

export const setLock = (id: string, locked: boolean, reason: string) =>
  patch<Question>('/moderation/setLock', { id, locked, reason });

/** Lets only members of trust level 1 or higher answer a question, or everybody again. */
export const setProtection = (qid: string, isProtected: boolean, reason: string) =>
  post<Question>(`/moderation/${isProtected ? 'protect' : 'unprotect'}Question`, { qid, reason });

/** The content of a post. A title and tags are those of a question. */
export type Content = { text: string; title?: string; tags?: string[] };

export const editPost = (id: string, { tags, ...content }: Content, reason: string) =>
  patch<EditedPost>('/moderation/editPost', {
    id,
    ...content,
    ...(tags && { tags: tags.map((name) => ({ name })) }),
    reason,
  });

export const setPin = (id: string, place: Pin, pinned: boolean, reason: string) =>
  patch<QuestionCard[]>('/moderation/setPin', { id, ...place, pinned, reason });

/** Moves a question to a community, or with an empty text out of its community. */
export const moveQuestion = (id: string, communityId: string, reason: string) =>
  post<Question>('/moderation/moveQuestion', { id, communityId, reason });

/** Moves the answers of a question to another one, and closes it as its duplicate. */
export const mergeQuestions = (id: string, into: string, reason: string) =>
  post<Question>('/moderation/mergeQuestions', { id, into, reason });

export const undoMerge = (id: string, reason: string) => post<Question>('/moderation/undoMerge', { id, reason });

export const undoMove = (id: string, reason: string) => post<Question>('/moderation/undoMove', { id, reason });
