import { del, post } from '../../api/client';
import type { Community } from '../../api/generated';

/** The path, and cache key, of the first part of a list of communities: all, or those that one belongs to. */
export function communitiesPath({ mine, search = '' }: { mine: boolean; search?: string }): string {
  const query = new URLSearchParams({ view: 'card', limit: '30' });
  if (mine) query.set('member', 'true');
  if (search) query.set('search', search);
  return `/community/getAllCommunities?${query}`;
}

/** What is said to who belongs to no community. */
export const noCommunities = 'You are not part of any communities.';

/** What is said when something of a community, or of several, cannot be fetched. */
export const communityFailed = 'Error when fetching community';

const people = { member: 'getMembers', request: 'getMemberRequests' } as const;

/** People fetched at a time. */
const pageSize = '50';

/** The path, and cache key, of the first part of a community's members, or of those who are moderators. */
export const membersPath = (id: string, role: 'member' | 'moderator') =>
  `/community/${people.member}/${id}?${new URLSearchParams({ role, limit: pageSize })}`;

/** The path, and cache key, of the first part of those who ask to join. */
export const requestsPath = (id: string) => `/community/${people.request}/${id}?limit=${pageSize}`;

/** Whether a path shows people of a community. */
export const showsPeople = (path: string, id: string) =>
  Object.values(people).some((call) => path.startsWith(`/community/${call}/${id}`));

/** Whether a path is a list of communities. */
export const isList = (path: string) => path.startsWith('/community/getAllCommunities');

export const addCommunity = (community: { name: string; description: string; visibility: 'public' | 'private' }) =>
  post<Community>('/community/addCommunity', community);

const about = (call: string) => (id: string, userId: string) => post<Community>(`/community/${call}/${id}`, { userId });

/** Joins a public community. */
export const addMember = about('addMember');

/** Asks to join a private community. */
export const addMemberRequest = about('addMemberRequest');

export const approveMemberRequest = about('approveMemberRequest');

export const rejectMemberRequest = (id: string, userId: string) =>
  del<Community>(`/community/rejectMemberRequest/${id}`, { userId });

export const addModerator = about('addModerator');

export const removeModerator = (id: string, userId: string) =>
  del<Community>(`/community/removeModerator/${id}`, { userId });

export const removeMember = (id: string, userId: string) => del<Community>(`/community/removeMember/${id}`, { userId });

/** Leaves a community, or takes back the request to join it. */
export const leaveCommunity = about('leaveCommunity');

export const handOverCommunity = about('handOverCommunity');

export const archiveCommunity = (id: string) => post<Community>(`/community/archiveCommunity/${id}`, {});

export const unarchiveCommunity = (id: string) => post<Community>(`/community/unarchiveCommunity/${id}`, {});
