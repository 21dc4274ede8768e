import { Suspense, useEffect } from 'react';
import { lazyWithRetry } from '../components/lazyWithRetry';
import { useUnreadChats } from '../features/messaging/UnreadMessagesBadge';
import { useUnread } from '../features/notifications/UnreadBadge';
import { useNotificationsEnabled } from '../features/preferences/notifications';
import { setUnreadInTitle } from '../lib/documentTitle';
import { pluralize } from '../lib/pluralize';
import { site } from '../lib/site';
import styles from './UnreadDot.module.css';

const NewsDot = lazyWithRetry(() => import('./NewsDot'), { isOptional: true });

/**
 * Shows that there are unread notifications, that reminders are due, or that there is other news. The tab's title
 * counts the notifications and the unread chats. Global messages are too many to be counted there.
 */
export default function UnreadDot() {
  const notifications = useUnread(useNotificationsEnabled());
  const chats = useUnreadChats(site.features.chat);
  useEffect(() => setUnreadInTitle(notifications + chats), [notifications, chats]);
  return (
    <>
      {notifications > 0 && (
        <span className={styles.dot}>
          <span className="visually-hidden"> {pluralize(notifications, 'unread notification')}</span>
        </span>
      )}
      <Suspense>
        <NewsDot isMarked={notifications > 0} />
      </Suspense>
    </>
  );
}
