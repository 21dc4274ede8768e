import { del, patch, post } from '../../api/client';
import type { Community, Removal } from '../../api/generated';

/** The message for a viewer without communities. */
export const noCommunities = 'You are not part of any communities.';

/** The messages of failed calls. */
export const errorTexts = {
  create: 'Error while creating a new community',
  join: 'Error when adding member to community',
  request: 'Error while adding member request',
  approve: 'Error while approving member request',
  reject: 'Error while rejecting member request',
  promote: 'Error while adding moderator to community',
} as const;

export const addCommunity = (community: { name: string; description: string; visibility: 'public' | 'private' }) =>
  post<Community>('/community/addCommunity', community, errorTexts.create);

/** Changes the description. For moderators. */
export const editDescription = (id: string, description: string) =>
  patch<Community>(`/community/editDescription/${id}`, { description });

const postWithUser = (call: string, logMessage?: string) => (id: string, userId: string) =>
  post<Community>(`/community/${call}/${id}`, { userId }, logMessage);

const deleteWithUser = (call: string, logMessage?: string) => (id: string, userId: string) =>
  del<Community>(`/community/${call}/${id}`, { userId }, logMessage);

/** Joins a public community. */
export const addMember = postWithUser('addMember', errorTexts.join);

/** Requests to join a private community. */
export const addMemberRequest = postWithUser('addMemberRequest', errorTexts.request);

export const approveMemberRequest = postWithUser('approveMemberRequest', errorTexts.approve);

export const rejectMemberRequest = deleteWithUser('rejectMemberRequest', errorTexts.reject);

export const addModerator = postWithUser('addModerator', errorTexts.promote);

export const removeModerator = deleteWithUser('removeModerator');

export const removeMember = deleteWithUser('removeMember');

/** Leaves a community, or withdraws the request to join it. */
export const leaveCommunity = postWithUser('leaveCommunity');

export const transferOwnership = postWithUser('handOverCommunity');

/** Lets only members of the site read a public community, or everyone who may read the site. */
export const setReading = (id: string, needsAccount: boolean) =>
  patch<Community>(`/community/setReading/${id}`, { needsAccount });

export const archiveCommunity = (id: string) => post<Community>(`/community/archiveCommunity/${id}`, {});

export const unarchiveCommunity = (id: string) => post<Community>(`/community/unarchiveCommunity/${id}`, {});

/** Restores a post that a moderator removed. For moderators. */
export const restorePost = (id: string) => post<Removal>('/post/restorePost', { id });
