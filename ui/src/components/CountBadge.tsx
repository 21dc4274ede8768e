import { counted } from '../lib/counted';
import styles from './CountBadge.module.css';

/** More than so many are not told apart. */
const most = 99;

/** How many things wait to be read; nothing while there are none. */
export function CountBadge({ count, what }: { count: number; what: string }) {
  if (count === 0) return null;
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{count > most ? `${most}+` : count}</span>
      <span className="visually-hidden"> {counted(count, what)}</span>
    </span>
  );
}
