import { Suspense, useEffect } from 'react';
import { lazyWithRetry } from '../components/lazyWithRetry';
import { useMentions } from '../components/mentions/useMentions';
import { useUnreadChats } from '../features/messaging/UnreadMessagesBadge';
import { useUnread } from '../features/notifications/UnreadBadge';
import { useNotificationsEnabled } from '../features/preferences/notifications';
import { setUnreadInTitle } from '../lib/documentTitle';
import { pluralize } from '../lib/pluralize';
import { site } from '../lib/site';
import styles from './UnreadDot.module.css';

const NewsDot = lazyWithRetry(() => import('./NewsDot'), { isOptional: true });

/**
 * Shows that there are mentions or unread notifications, that reminders are due, or that there is other news. The tab's
 * title counts the mentions, the notifications and the unread chats. Global messages are too many to be counted there.
 */
export default function UnreadDot() {
  const isOn = useNotificationsEnabled();
  const { items, total } = useMentions(isOn);
  // A post counts once, and so does a chat.
  const count = useUnread(isOn) + total - items.filter(({ notified }) => notified).length;
  const chats = useUnreadChats(site.features.chat) - items.filter(({ chatId }) => chatId).length;
  useEffect(() => setUnreadInTitle(count + chats), [count, chats]);
  return (
    <>
      {count > 0 && (
        <span className={styles.dot}>
          <span className="visually-hidden"> {pluralize(count, 'unread notification')}</span>
        </span>
      )}
      <Suspense>
        <NewsDot isMarked={count > 0} />
      </Suspense>
    </>
  );
}
