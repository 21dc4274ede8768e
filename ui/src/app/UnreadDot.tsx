import { useEffect } from 'react';
import { useUnreadChats } from '../features/messaging/UnreadMessagesBadge';
import { useUnread } from '../features/notifications/UnreadBadge';
import { useNotificationsEnabled } from '../features/preferences/notifications';
import { setUnreadInTitle } from '../lib/documentTitle';
import { pluralize } from '../lib/pluralize';
import { site } from '../lib/site';
import styles from './UnreadDot.module.css';

/**
 * Shows that there are unread notifications. The tab's title counts them and the unread chats.
 * Global messages are too many to be counted there.
 */
export default function UnreadDot() {
  const notifications = useUnread(useNotificationsEnabled());
  const chats = useUnreadChats(site.features.chat);
  useEffect(() => setUnreadInTitle(notifications + chats), [notifications, chats]);
  return (
    notifications > 0 && (
      <span className={styles.dot}>
        <span className="visually-hidden"> {pluralize(notifications, 'unread notification')}</span>
      </span>
    )
  );
}
