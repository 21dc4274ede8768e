import { del, patch } from '../../api/client';
import type { User } from '../../api/generated';

/** The path, and cache key, of one user. */
export const userPath = (username: string) => `/user/getUser/${encodeURIComponent(username)}`;

/** The path, and cache key, of the first part of the list of users. */
export const usersPath = (search: string) => `/user/getUsers?${new URLSearchParams({ search, limit: '60' })}`;

export const updateBiography = (username: string, biography: string) =>
  patch<User>('/user/updateBiography', { username, biography });

export const resetPassword = (username: string, password: string, currentPassword?: string) =>
  patch<User>('/user/resetPassword', { username, password, ...(currentPassword && { currentPassword }) });

export const deleteUser = (username: string) => del<User>(`/user/deleteUser/${encodeURIComponent(username)}`);
