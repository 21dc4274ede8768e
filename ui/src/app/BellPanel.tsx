import Watched from '../features/following/Watched';
import Mentions from '../features/mentions/Mentions';
import Notices from '../features/moderationLog/Notices';
import { useNotificationsEnabled } from '../features/preferences/notifications';
import DueReminders from '../features/questions/reminders/DueReminders';
import styles from './NotificationBell.module.css';
import Notifications from './Notifications';

/** Shows what moderators did to what is the user's, their badges, what mentions them, their due reminders and notifications, and what is new in what they watch. */
export default function BellPanel() {
  return (
    // The popover scrolls, and no part of it.
    <div className={styles.parts}>
      <Notices />
      <Mentions withNotifications={useNotificationsEnabled()} />
      <DueReminders />
      <Notifications title="Notifications" />
      <Watched title="Watched" />
    </div>
  );
}
