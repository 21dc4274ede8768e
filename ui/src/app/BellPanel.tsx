import Watched from '../features/following/Watched';
import Mentions from '../features/mentions/Mentions';
import { useNotificationsEnabled } from '../features/preferences/notifications';
import DueReminders from '../features/questions/reminders/DueReminders';
import Notifications from './Notifications';

/** Shows what mentions the user, their due reminders and notifications, and what is new in what they watch. */
export default function BellPanel() {
  return (
    <>
      <Mentions withNotifications={useNotificationsEnabled()} />
      <DueReminders />
      <Notifications title="Notifications" />
      <Watched title="Watched" />
    </>
  );
}
