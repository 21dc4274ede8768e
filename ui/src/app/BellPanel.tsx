import Watched from '../features/following/Watched';
import Mentions from '../features/mentions/Mentions';
import Notifications from './Notifications';

/** Shows what mentions the user, their notifications, and what is new in what they watch. */
export default function BellPanel() {
  return (
    <>
      <Mentions />
      <Notifications title="Notifications" />
      <Watched title="Watched" />
    </>
  );
}
