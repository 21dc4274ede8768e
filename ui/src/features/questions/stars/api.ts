import { del, post } from '../../../api/client';
import type { StarReply } from '../../../api/generated';

/** The message if a star cannot be added or removed. */
export const starError = 'Error while adding / removing a star';

export const addStar = (qid: string) => post<StarReply>('/star/addStar', { qid }, starError);

export const removeStar = (qid: string) => del<StarReply>('/star/removeStar', { qid }, starError);
