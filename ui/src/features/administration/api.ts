import { del, post } from '../../api/client';
import type { Backup, CommunityStanding, NewPassword, Removal, User } from '../../api/generated';

const call = (name: string) => `/administration/${name}`;
const list = (name: string, query: Record<string, string>) => {
  const given = Object.entries(query).filter(([, value]) => value);
  return `${call(name)}?${new URLSearchParams([...given, ['limit', '50']])}`;
};

/** Which accounts a list shows. */
export type UserFilter = 'all' | 'administrators' | 'disabled';

const filters = { all: {}, administrators: { role: 'administrator' }, disabled: { disabled: 'true' } } as const;

/** The path, and cache key, of the first part of the accounts. */
export const usersPath = (search: string, filter: UserFilter) => list('getUsers', { search, ...filters[filter] });

/** The same of all communities. */
export const communitiesPath = (search: string) => list('getCommunities', { search });

/** The same of where people are logged in. */
export const signInsPath = (search: string) => list('getSessions', { search });

/** The same of what was removed. */
export const removalsPath = list('getRemovals', {});

/** The same of the backups on the server. */
export const backupsPath = list('getBackups', {});

/** The path, and cache key, of how the server is. */
export const healthPath = call('getHealth');

/** Whether a path is that of any list, or number, of this page. */
export const isOfAdministration = (path: unknown) => typeof path === 'string' && path.startsWith(call('get'));

export const disableUser = (userId: string) => post<User>(call('disableUser'), { userId });
export const enableUser = (userId: string) => post<User>(call('enableUser'), { userId });
export const promoteUser = (userId: string) => post<User>(call('promoteUser'), { userId });
export const demoteUser = (userId: string) => post<User>(call('demoteUser'), { userId });
export const resetSignIn = (userId: string) => post<NewPassword>(call('resetSignIn'), { userId });
export const endSession = (id: string) => del<string>(call(`endSession/${encodeURIComponent(id)}`));
export const archiveCommunity = (id: string) => post<CommunityStanding>(call(`archiveCommunity/${id}`), {});
export const unarchiveCommunity = (id: string) => post<CommunityStanding>(call(`unarchiveCommunity/${id}`), {});
export const restorePost = (id: string) => post<Removal>(call('restorePost'), { id });
export const createBackup = () => post<Backup>(call('createBackup'), {});
