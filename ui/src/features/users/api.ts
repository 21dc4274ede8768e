import { del, getOr, patch, post } from '../../api/client';
import type { Session, User } from '../../api/generated';

/** The path, and cache key, of one user. */
export const userPath = (username: string) => `/user/getUser/${encodeURIComponent(username)}`;

export const getUser = getOr('Error when fetching user');

/** The path, and cache key, of the first part of the list of users. */
export const usersPath = (search: string) => `/user/getUsers?${new URLSearchParams({ search, limit: '60' })}`;

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

/** How the path of what a user wrote begins. */
export const contributionsOf = (username: string) =>
  `/contributions/getContributions?userID=${encodeURIComponent(username)}&`;

/** The path, and cache key, of what a user wrote from one day to another. */
export const contributionsPath = (username: string, from: string, to: string) =>
  `${contributionsOf(username)}${new URLSearchParams({ from, to })}`;

/** The path, and cache key, of one's own sessions. */
export const sessionsPath = '/user/getSessions';

export const endSession = (id: string) => del<Session[]>(`/user/endSession/${encodeURIComponent(id)}`);

export const endOtherSessions = () => post<Session[]>('/user/endOtherSessions', {});

/** Where one's own data can be downloaded. */
export const dataPath = '/user/getData';
