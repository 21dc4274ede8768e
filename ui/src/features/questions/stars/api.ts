import { del, post } from '../../../api/client';
import type { StarReply } from '../../../api/generated';

/** The path, and cache key, of whether one has starred a question. */
export const starPath = (qid: string) => `/star/getStar/${encodeURIComponent(qid)}`;

/** The path, and cache key, of the first part of what one has starred. */
export const starsPath = (username: string) =>
  `/star/getStars?${new URLSearchParams({ username, view: 'card', limit: '20' })}`;

/** Whether a path is a part of what one has starred. */
export const isStars = (path: unknown) => typeof path === 'string' && path.startsWith('/star/getStars?');

export const addStar = (qid: string) => post<StarReply>('/star/addStar', { qid });

export const removeStar = (qid: string) => del<StarReply>('/star/removeStar', { qid });
