import { useEffect, useState } from 'react';
import { type OfflineQuestion, offlineQuestions } from '../../lib/offlineQuestions';

/** Returns the questions that can be read offline, the one that was opened last first; undefined until they are read. */
export function useOfflineQuestions(): OfflineQuestion[] | undefined {
  const [questions, setQuestions] = useState<OfflineQuestion[]>();
  useEffect(() => {
    // The browser's storage may be blocked.
    void offlineQuestions().then(setQuestions, () => setQuestions([]));
  }, []);
  return questions;
}
