import { Link } from 'react-router-dom';
import { useMentions } from '../components/mentions/useMentions';
import { NotificationPanel, NotificationsOff } from '../features/notifications/NotificationPanel';
import { useNotificationsEnabled } from '../features/preferences/notifications';
import { routes } from '../lib/routes';

/** Shows the user's notifications, or that they are off. */
export default function Notifications({ title }: { title: string }) {
  const { items } = useMentions();
  const isMention = (id: string) => items.some(({ contentId }) => contentId === id);
  return useNotificationsEnabled() ? (
    <NotificationPanel title={title} isMention={isMention} />
  ) : (
    <NotificationsOff title={title}>
      <Link to={routes.settings.to()}>Turn them on in your settings</Link>
    </NotificationsOff>
  );
}
