import { CountBadge } from '../components/CountBadge';
import { unreadCount, useUnread } from '../components/inbox/useUnread';
import { useNotificationsEnabled } from '../features/preferences/notifications';

/** Shows the number of unread entries of the inbox. */
export default function HomeUnreadCount() {
  return <CountBadge count={unreadCount(useUnread(), useNotificationsEnabled())} noun="unread notification" />;
}
