import { UnreadBadge } from '../features/notifications/UnreadBadge';
import { useNotificationsEnabled } from '../features/preferences/notifications';

/** Shows the number of unread notifications, unless notifications are off. */
export default function HomeUnreadCount() {
  return useNotificationsEnabled() && <UnreadBadge />;
}
