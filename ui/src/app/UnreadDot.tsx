import { useEffect } from 'react';
import { useHasNews } from '../features/following/useHasNews';
import { useUnreadChats } from '../features/messaging/UnreadMessagesBadge';
import { useUnread } from '../features/notifications/UnreadBadge';
import { useNotificationsEnabled } from '../features/preferences/notifications';
import { setUnreadInTitle } from '../lib/documentTitle';
import { pluralize } from '../lib/pluralize';
import { site } from '../lib/site';
import styles from './UnreadDot.module.css';

/**
 * Shows that there are unread notifications, or quietly that there is news in what the viewer watches. The tab's title
 * counts the notifications and the unread chats. Global messages are too many to be counted there.
 */
export default function UnreadDot() {
  const notifications = useUnread(useNotificationsEnabled());
  const chats = useUnreadChats(site.features.chat);
  useEffect(() => setUnreadInTitle(notifications + chats), [notifications, chats]);
  const hasNews = useHasNews();
  if (notifications === 0 && !hasNews) return null;
  return (
    <span className={notifications > 0 ? styles.dot : `${styles.dot} ${styles.quiet}`}>
      <span className="visually-hidden">
        {' '}
        {notifications > 0 ? pluralize(notifications, 'unread notification') : 'News in what you watch'}
      </span>
    </span>
  );
}
