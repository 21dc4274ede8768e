import { useHasNews } from '../features/following/useHasNews';
import { useNotices } from '../features/moderationLog/useNotices';
import { useReminders, useReminderUpdates } from '../features/questions/reminders/useReminders';
import { pluralize } from '../lib/pluralize';
import styles from './UnreadDot.module.css';

/** Shows that there are notices or that reminders are due, or quietly that there is news in what the viewer watches, unless `isMarked`. */
export default function NewsDot({ isMarked }: { isMarked: boolean }) {
  useReminderUpdates();
  const due = useReminders().length;
  const { count } = useNotices();
  const hasNews = useHasNews();
  const urgent = [count > 0 && pluralize(count, 'notice'), due > 0 && pluralize(due, 'reminder')].filter(Boolean);
  if (urgent.length === 0 && (isMarked || !hasNews)) return null;
  return (
    <span className={urgent.length > 0 ? styles.dot : `${styles.dot} ${styles.quiet}`}>
      <span className="visually-hidden"> {urgent.join(', ') || 'News in what you watch'}</span>
    </span>
  );
}
