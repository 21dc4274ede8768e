import { del, patch, post } from '../../api/client';
import type { Session, User } from '../../api/generated';

/** The path, and cache key, of one user. */
export const userPath = (username: string) => `/user/getUser/${encodeURIComponent(username)}`;

/** The path, and cache key, of the first part of the list of users. */
export const usersPath = (search: string) => `/user/getUsers?${new URLSearchParams({ search, limit: '60' })}`;

export const updateBiography = (username: string, biography: string) =>
  patch<User>('/user/updateBiography', { username, biography });

export const resetPassword = (username: string, password: string, currentPassword?: string) =>
  patch<User>('/user/resetPassword', { username, password, ...(currentPassword && { currentPassword }) });

export const deleteUser = (username: string) => del<User>(`/user/deleteUser/${encodeURIComponent(username)}`);

/** The path, and cache key, of what a user wrote from one day to another. */
export const contributionsPath = (username: string, from: string, to: string) =>
  `/contributions/getContributions?${new URLSearchParams({ userID: username, from, to })}`;

/** The path, and cache key, of one's own sessions. */
export const sessionsPath = '/user/getSessions';

export const endSession = (id: string) => del<Session[]>(`/user/endSession/${encodeURIComponent(id)}`);

export const endOtherSessions = () => post<Session[]>('/user/endOtherSessions', {});

/** Where one's own data can be downloaded. */
export const dataPath = '/user/getData';
