import { useSWRConfig } from 'swr';
import { questionPath } from '../api';

/** Fetches a question again. The pushed event shows a change too; this makes sure where the connection is lost. */
export function useRefresh(qid: string): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return () => mutate(questionPath(qid));
}
