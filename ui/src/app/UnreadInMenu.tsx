import { CountBadge } from '../components/CountBadge';
import { useUnreadChats } from '../features/messaging/UnreadMessages';
import { useUnread } from '../features/notifications/UnreadBadge';
import { useNotificationsEnabled } from '../features/preferences/notifications';
import { site } from '../lib/site';

/** How much waits behind the closed menu: notifications and chats. What is said to everybody would drown both. */
export default function UnreadInMenu() {
  const notifications = useUnread(useNotificationsEnabled());
  const chats = useUnreadChats(site.features.chat);
  return <CountBadge count={notifications + chats} what="unread item" />;
}
