import type { ReactNode } from 'react';
import styles from './PageHeader.module.css';

/** A page's heading, with its actions at the other end. */
export function PageHeader({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.header}>
      <h1>{title}</h1>
      {children}
    </div>
  );
}
