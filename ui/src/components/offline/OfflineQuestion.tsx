import type { ReactNode } from 'react';
import { Skeleton } from '../Skeleton';
import { OfflineNotice } from './OfflineNotice';
import { OfflineText } from './OfflineText';
import { useOfflineQuestions } from './useOfflineQuestions';

type Props = { qid: string; error: unknown; retry: () => void; fallback: ReactNode };

/** Shows the stored copy of a question that the server cannot be asked for, or `fallback` without a copy. */
export default function OfflineQuestion({ qid, error, retry, fallback }: Props) {
  const questions = useOfflineQuestions();
  if (!(error instanceof TypeError)) return fallback;
  if (!questions) return <Skeleton />;
  const found = questions.find(({ question }) => question._id === qid);
  if (!found) return fallback;
  return (
    <>
      <OfflineNotice hasRead retry={retry} />
      <OfflineText question={found.question} />
    </>
  );
}
