import Watched from '../features/following/Watched';
import Mentions from '../features/mentions/Mentions';
import { useNotificationsEnabled } from '../features/preferences/notifications';
import Notifications from './Notifications';

/** Shows what mentions the user, their notifications, and what is new in what they watch. */
export default function BellPanel() {
  return (
    <>
      <Mentions withNotifications={useNotificationsEnabled()} />
      <Notifications title="Notifications" />
      <Watched title="Watched" />
    </>
  );
}
