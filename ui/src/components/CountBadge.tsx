import { pluralize } from '../lib/pluralize';
import styles from './CountBadge.module.css';

/** Larger counts show as `99+`. */
const maxCount = 99;

/** Shows a count. Renders nothing for 0. */
export function CountBadge({ count, noun }: { count: number; noun: string }) {
  if (count === 0) return null;
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{count > maxCount ? `${maxCount}+` : count}</span>
      <span className="visually-hidden"> {pluralize(count, noun)}</span>
    </span>
  );
}
