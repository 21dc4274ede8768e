import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './SideNav.module.css';
import { useCurrent } from './useCurrent';

export type ItemProps = {
  to: string;
  text: string;
  icon?: ReactNode;
  exact?: boolean;
  /** Whether a line separates it from the items before. */
  isSeparate?: boolean;
  children?: ReactNode;
};

/** Shows a link of the navigation. */
export function Item({ to, text, icon, exact, isSeparate, children }: ItemProps) {
  return (
    <li className={isSeparate ? styles.separate : undefined}>
      <Link to={to} className={styles.link} aria-current={useCurrent(to, exact)}>
        {icon}
        <span>{text}</span>
        {children}
      </Link>
    </li>
  );
}
