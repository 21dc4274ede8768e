import { del, post } from '../../api/client';
import type { AdminCommunityView, Backup, NewInvitation, NewPassword, Removal, User } from '../../api/generated';

const call = (name: string) => `/administration/${name}`;

export const disableUser = (userId: string) => post<User>(call('disableUser'), { userId });
export const enableUser = (userId: string) => post<User>(call('enableUser'), { userId });
export const promoteUser = (userId: string) => post<User>(call('promoteUser'), { userId });
export const demoteUser = (userId: string) => post<User>(call('demoteUser'), { userId });
export const resetSignIn = (userId: string) => post<NewPassword>(call('resetSignIn'), { userId });
export const createInvitation = (note: string, days: number) =>
  post<NewInvitation>(call('createInvitation'), { note, days });
export const revokeInvitation = (id: string) => del<string>(call(`revokeInvitation/${encodeURIComponent(id)}`));
export const endSession = (id: string) => del<string>(call(`endSession/${encodeURIComponent(id)}`));
export const archiveCommunity = (id: string) => post<AdminCommunityView>(call(`archiveCommunity/${id}`), {});
export const unarchiveCommunity = (id: string) => post<AdminCommunityView>(call(`unarchiveCommunity/${id}`), {});
export const restorePost = (id: string) => post<Removal>(call('restorePost'), { id });
export const createBackup = () => post<Backup>(call('createBackup'), {});
