import { del, post } from '../../../api/client';
import type { StarReply } from '../../../api/generated';

export const addStar = (qid: string) => post<StarReply>('/star/addStar', { qid });

export const removeStar = (qid: string) => del<StarReply>('/star/removeStar', { qid });
