import { useSWRConfig } from 'swr';
import { questionKey } from '../keys';

/**
 * Returns a function that fetches a question again. The event shows a change too; this covers a
 * lost connection.
 */
export function useRefresh(qid: string): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return () => mutate(questionKey(qid));
}
