import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './CardGrid.module.css';

/** Cards side by side, as many as fit. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <ul className={styles.grid}>{children}</ul>;
}

type LinkCardProps = {
  to: string;
  title: ReactNode;
  titleId?: string;
  /** What stands beside the title. */
  mark?: ReactNode;
  children: ReactNode;
  /** What stands at the card's end. Buttons there are pressed by themselves. */
  foot?: ReactNode;
};

/** A card that is one link, named `title`. */
export function LinkCard({ to, title, titleId, mark, children, foot }: LinkCardProps) {
  return (
    <li className={styles.card}>
      <div>
        <Link to={to} id={titleId} className={styles.title}>
          <bdi>{title}</bdi>
        </Link>
        {mark}
      </div>
      {children}
      {foot && <div className={styles.foot}>{foot}</div>}
    </li>
  );
}
