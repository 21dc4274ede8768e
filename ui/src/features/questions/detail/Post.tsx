import type { ReactNode } from 'react';
import styles from './Post.module.css';

type Props = {
  votes: ReactNode;
  /** The author line, the text and what can be done with it. */
  children: ReactNode;
  /** What follows the post: its comments. */
  after: ReactNode;
};

/** Lays out a question or an answer: its votes at the left, on a phone between the text and the comments. */
export function Post({ votes, children, after }: Props) {
  return (
    <div className={styles.post}>
      {votes}
      <div className={styles.body}>{children}</div>
      <div className={styles.after}>{after}</div>
    </div>
  );
}
