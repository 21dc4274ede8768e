import { useHasNews } from '../features/following/useHasNews';
import { useReminders, useReminderUpdates } from '../features/questions/reminders/useReminders';
import { pluralize } from '../lib/pluralize';
import styles from './UnreadDot.module.css';

/** Shows that reminders are due, or quietly that there is news in what the viewer watches, unless `isMarked`. */
export default function NewsDot({ isMarked }: { isMarked: boolean }) {
  useReminderUpdates();
  const due = useReminders().length;
  const hasNews = useHasNews();
  if (due === 0 && (isMarked || !hasNews)) return null;
  return (
    <span className={due > 0 ? styles.dot : `${styles.dot} ${styles.quiet}`}>
      <span className="visually-hidden"> {due > 0 ? pluralize(due, 'reminder') : 'News in what you watch'}</span>
    </span>
  );
}
