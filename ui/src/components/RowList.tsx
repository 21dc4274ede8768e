import type { ReactNode } from 'react';
import styles from './RowList.module.css';

type Props = {
  children: ReactNode;
  /** Whether the order of the rows says something. */
  ordered?: boolean;
};

/** Rows between lines: what each is about, and at the other end what can be done with it. */
export function RowList({ children, ordered = false }: Props) {
  const List = ordered ? 'ol' : 'ul';
  return <List className={styles.rows}>{children}</List>;
}
