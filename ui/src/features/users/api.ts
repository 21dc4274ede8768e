import { del, patch, post } from '../../api/client';
import type { BlockReply, Session, User } from '../../api/generated';

export const updateBiography = (username: string, biography: string) =>
  patch<User>('/user/updateBiography', { username, biography }, 'Error when updating biography');

export const resetPassword = (username: string, password: string, currentPassword?: string) =>
  patch<User>(
    '/user/resetPassword',
    { username, password, ...(currentPassword && { currentPassword }) },
    'Error when resetting password',
  );

export const deleteUser = (username: string) =>
  del<User>(`/user/deleteUser/${encodeURIComponent(username)}`, undefined, 'Error when deleting user');

export const blockUser = (userId: string) => post<BlockReply>('/user/blockUser', { userId });

export const unblockUser = (userId: string) => post<BlockReply>('/user/unblockUser', { userId });

export const endSession = (id: string) => del<Session[]>(`/user/endSession/${encodeURIComponent(id)}`);

export const endOtherSessions = () => post<Session[]>('/user/endOtherSessions', {});

/** The path of the data export. */
export const dataPath = '/user/getData';
