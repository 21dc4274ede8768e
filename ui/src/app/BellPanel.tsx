import Inbox from './Inbox';
import styles from './NotificationBell.module.css';

/** Shows the inbox. */
export default function BellPanel() {
  return (
    // The popover scrolls, and no part of it.
    <div className={styles.parts}>
      <Inbox title="Notifications" verb="Mark all as read" />
    </div>
  );
}
