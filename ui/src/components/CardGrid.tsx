import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './CardGrid.module.css';

/** Cards side by side, as many as fit. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <ul className={styles.grid}>{children}</ul>;
}

/** A card that is one link, named `title`. */
export function LinkCard({ to, title, children }: { to: string; title: ReactNode; children: ReactNode }) {
  return (
    <li className={styles.card}>
      <Link to={to} className={styles.title}>
        <bdi>{title}</bdi>
      </Link>
      {children}
    </li>
  );
}
