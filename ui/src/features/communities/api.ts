import { del, post } from '../../api/client';
import type { Community } from '../../api/generated';

/** The message for a viewer without communities. */
export const noCommunities = 'You are not part of any communities.';

/** The message if data of communities cannot be fetched. */
export const communityError = 'Error when fetching community';

export const addCommunity = (community: { name: string; description: string; visibility: 'public' | 'private' }) =>
  post<Community>('/community/addCommunity', community);

const callWithUser = (call: string) => (id: string, userId: string) =>
  post<Community>(`/community/${call}/${id}`, { userId });

/** Joins a public community. */
export const addMember = callWithUser('addMember');

/** Requests to join a private community. */
export const addMemberRequest = callWithUser('addMemberRequest');

export const approveMemberRequest = callWithUser('approveMemberRequest');

export const rejectMemberRequest = (id: string, userId: string) =>
  del<Community>(`/community/rejectMemberRequest/${id}`, { userId });

export const addModerator = callWithUser('addModerator');

export const removeModerator = (id: string, userId: string) =>
  del<Community>(`/community/removeModerator/${id}`, { userId });

export const removeMember = (id: string, userId: string) => del<Community>(`/community/removeMember/${id}`, { userId });

/** Leaves a community, or withdraws the request to join it. */
export const leaveCommunity = callWithUser('leaveCommunity');

export const transferOwnership = callWithUser('handOverCommunity');

export const archiveCommunity = (id: string) => post<Community>(`/community/archiveCommunity/${id}`, {});

export const unarchiveCommunity = (id: string) => post<Community>(`/community/unarchiveCommunity/${id}`, {});
