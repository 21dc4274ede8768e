import { Link } from 'react-router-dom';
import { useMentions } from '../components/mentions/useMentions';
import { NotificationPanel, NotificationsOff } from '../features/notifications/NotificationPanel';
import { useNotificationsEnabled } from '../features/preferences/notifications';
import { routes } from '../lib/routes';
import { useUser } from '../lib/session';

/** Shows the user's notifications, or that they are off. */
export default function Notifications({ title }: { title: string }) {
  const { username } = useUser();
  const { items } = useMentions();
  const isMention = (id: string) => items.some(({ contentId }) => contentId === id);
  return useNotificationsEnabled() ? (
    <NotificationPanel title={title} isMention={isMention} />
  ) : (
    <NotificationsOff title={title}>
      <Link to={routes.user.to(username)}>Turn them on in your profile</Link>
    </NotificationsOff>
  );
}
