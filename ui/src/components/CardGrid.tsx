import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './CardGrid.module.css';

/** Cards in columns, as many as fit. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <ul className={styles.grid}>{children}</ul>;
}

type LinkCardProps = {
  to: string;
  title: ReactNode;
  titleId?: string;
  /** A picture before the title. */
  picture?: ReactNode;
  /** Content beside the title. */
  mark?: ReactNode;
  children: ReactNode;
  /** Content at the end of the card. Its buttons are not part of the link. */
  footer?: ReactNode;
};

/** A card that is one link, named by its title. */
export function LinkCard({ to, title, titleId, picture, mark, children, footer }: LinkCardProps) {
  return (
    <li className={styles.card}>
      <div>
        {picture}
        <Link to={to} id={titleId} className={styles.title}>
          <bdi>{title}</bdi>
        </Link>
        {mark}
      </div>
      {children}
      {footer && <div className={styles.footer}>{footer}</div>}
    </li>
  );
}
