import useSWR from 'swr';
import { counted } from '../../lib/counted';
import { getUnread, unreadPath } from './api';
import styles from './UnreadBadge.module.css';

/** More than so many are not told apart. */
const most = 99;

/** How many notifications wait to be read; nothing while there are none. */
export function UnreadBadge() {
  const { data: unread = 0 } = useSWR<number, unknown>(unreadPath, getUnread);
  if (unread === 0) return null;
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{unread > most ? `${most}+` : unread}</span>
      <span className="visually-hidden"> {counted(unread, 'unread notification')}</span>
    </span>
  );
}
