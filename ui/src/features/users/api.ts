import { call } from '../../api/client';
import type { User } from '../../api/generated';

const listPath = '/user/getUsers';

export const usersPath = (search: string) => `${listPath}?${new URLSearchParams({ search, limit: '60' })}`;

export const isUsersPath = (path: string) => path.startsWith(`${listPath}?`);

export const userPath = (username: string) => `/user/getUser/${encodeURIComponent(username)}`;

export const updateBiography = (username: string, biography: string) =>
  call<User>('PATCH', '/user/updateBiography', { username, biography });

export const resetPassword = (reset: { username: string; password: string; currentPassword?: string }) =>
  call<User>('PATCH', '/user/resetPassword', reset);

export const deleteUser = (username: string) =>
  call<User>('DELETE', `/user/deleteUser/${encodeURIComponent(username)}`, {});
