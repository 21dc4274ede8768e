import { CountBadge } from '../components/CountBadge';
import { useUnreadChats } from '../features/messaging/UnreadMessagesBadge';
import { useUnread } from '../features/notifications/UnreadBadge';
import { useNotificationsEnabled } from '../features/preferences/notifications';
import { site } from '../lib/site';

/**
 * Shows the number of unread notifications and chats behind the closed menu. Global messages are
 * too many to be counted here.
 */
export default function MenuUnreadCount() {
  const notifications = useUnread(useNotificationsEnabled());
  const chats = useUnreadChats(site.features.chat);
  return <CountBadge count={notifications + chats} noun="unread item" />;
}
