import type { ReactNode } from 'react';
import { sentenceOf } from '../api/client';
import styles from './states.module.css';

/** Grey rows in the shape of what is loading; they appear only when that takes a while. */
export function Skeleton({ rows = 4 }: { rows?: number }) {
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">Loading…</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div key={row} />
      ))}
    </div>
  );
}

/** Says that there is nothing, why, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {children}
    </div>
  );
}

/** Says that something could not be loaded, and offers to try again. */
export function Failure({ error, sentence, onRetry }: { error: unknown; sentence: string; onRetry: () => void }) {
  return (
    <div className={styles.empty} role="alert">
      <p className={styles.title}>{sentence}</p>
      <p className="muted">{sentenceOf(error, 'The server could not be reached.')}</p>
      <button className="btn btn-outline-secondary" type="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
