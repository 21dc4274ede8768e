import { Suspense, useState } from 'react';
import type { Question } from '../../../api/generated';
import { lazyWithRetry } from '../../../components/lazyWithRetry';
import styles from './PostActions.module.css';

const ShareMenu = lazyWithRetry(() => import('./ShareMenu'), { isOptional: true });

type Props = {
  question: Question;
  /** The answer to share. Without it, the question is shared. */
  answerId?: string;
};

/** Shares a question or one of its answers. The menu loads when it is opened. */
export function ShareButton(props: Props) {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <button
      type="button"
      className={styles.action}
      aria-label={`Share this ${props.answerId ? 'answer' : 'question'}`}
      aria-expanded={false}
      onClick={() => setWanted(true)}
    >
      Share
    </button>
  );
  return isWanted ? (
    <Suspense fallback={button}>
      <ShareMenu {...props} />
    </Suspense>
  ) : (
    button
  );
}
