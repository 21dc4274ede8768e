import useSWR, { type SWRConfiguration } from 'swr';
import { get } from '../../../api/client';
import type { QuestionCard as Card, ForYou as Found } from '../../../api/generated';
import type { CacheKey } from '../../../lib/cacheKeys';
import { forYouKey } from '../keys';

/** The cards of both lists as one, which events change like those of any list, and what else there is. */
export type Cards = Omit<Found, 'newQuestions' | 'unanswered'> & { items: Card[]; newIds: string[] };

async function fetchForYou({ path, logMessage }: CacheKey): Promise<Cards> {
  const { newQuestions, unanswered, ...rest } = await get<Found>(path, logMessage);
  return { ...rest, items: [...newQuestions, ...unanswered], newIds: newQuestions.map(({ _id }) => _id) };
}

/** Returns the new and the unanswered questions with the viewer's tags. */
export const useForYou = (options?: SWRConfiguration) => useSWR<Cards, unknown>(forYouKey, fetchForYou, options);
