import Watched from '../features/following/Watched';
import Notifications from './Notifications';

/** Shows the user's notifications, and below them what is new in what they watch. */
export default function BellPanel() {
  return (
    <>
      <Notifications title="Notifications" />
      <Watched title="Watched" />
    </>
  );
}
