import { useEffect } from 'react';
import { ApiError } from '../../api/client';
import type { Question } from '../../api/generated';
import { useUser } from '../../lib/session';
import { site } from '../../lib/site';

/** How long a question must stay the same before it is stored, in milliseconds. */
const settleMs = 500;

/** Stores an opened question for reading offline, and removes it if the user may no longer read it. */
export function useOfflineCopy(qid: string, question: Question | undefined, error: unknown): void {
  const { _id: userId } = useUser();
  const isLost = question?.deletedAt || (error instanceof ApiError && [403, 404].includes(error.status));
  useEffect(() => {
    if (!site.features.push || !userId) return;
    const change = async () => {
      const { storeQuestion, removeQuestion } = await import('../../lib/offlineQuestions');
      if (isLost) await removeQuestion(qid);
      else if (question) await storeQuestion(userId, question);
    };
    // Storage can be full or blocked.
    const timer = setTimeout(() => void change().catch(console.error), isLost ? 0 : settleMs);
    return () => clearTimeout(timer);
  }, [qid, question, isLost, userId]);
}
