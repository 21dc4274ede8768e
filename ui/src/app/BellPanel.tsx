import Watched from '../features/following/Watched';
import DueReminders from '../features/questions/reminders/DueReminders';
import Notifications from './Notifications';

/** Shows the user's due reminders, their notifications, and below them what is new in what they watch. */
export default function BellPanel() {
  return (
    <>
      <DueReminders />
      <Notifications title="Notifications" />
      <Watched title="Watched" />
    </>
  );
}
