import type { ReactNode } from 'react';
import { pluralize } from '../lib/pluralize';
import styles from './CountBadge.module.css';

/** Larger counts show as `99+`. */
const maxCount = 99;

type Props = {
  count: number;
  noun: string;
  /** What else is visible. */
  children?: ReactNode;
};

/** Shows a count. Renders nothing for 0. */
export function CountBadge({ count, noun, children }: Props) {
  if (count === 0) return null;
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">
        {count > maxCount ? `${maxCount}+` : count}
        {children}
      </span>
      <span className="visually-hidden"> {pluralize(count, noun)}</span>
    </span>
  );
}
