import type { ReactNode } from 'react';
import styles from './PageHead.module.css';

/** A page's heading, and what one can do there at its other end. */
export function PageHead({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.head}>
      <h1>{title}</h1>
      {children}
    </div>
  );
}
