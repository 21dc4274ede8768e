import type { ReactNode } from 'react';
import styles from './PageHeader.module.css';

type Props = {
  title: ReactNode;
  /** A line below the title. */
  note?: ReactNode;
  children?: ReactNode;
};

/** A page's heading, with its actions at the other end. */
export function PageHeader({ title, note, children }: Props) {
  return (
    <div className={styles.header}>
      <div>
        <h1>{title}</h1>
        {note}
      </div>
      {children}
    </div>
  );
}
