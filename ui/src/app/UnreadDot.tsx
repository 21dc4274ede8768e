import { useEffect } from 'react';
import { useMentions } from '../components/mentions/useMentions';
import { useHasNews } from '../features/following/useHasNews';
import { useUnreadChats } from '../features/messaging/UnreadMessagesBadge';
import { useUnread } from '../features/notifications/UnreadBadge';
import { useNotificationsEnabled } from '../features/preferences/notifications';
import { setUnreadInTitle } from '../lib/documentTitle';
import { pluralize } from '../lib/pluralize';
import { site } from '../lib/site';
import styles from './UnreadDot.module.css';

/**
 * Shows that there are mentions or unread notifications, or quietly that there is news in what the viewer watches. The
 * tab's title counts the mentions, the notifications and the unread chats. Global messages are too many to be counted there.
 */
export default function UnreadDot() {
  const isOn = useNotificationsEnabled();
  const { items, total } = useMentions(isOn);
  // A post counts once, and so does a chat.
  const count = useUnread(isOn) + total - items.filter(({ notified }) => notified).length;
  const chats = useUnreadChats(site.features.chat) - items.filter(({ chatId }) => chatId).length;
  useEffect(() => setUnreadInTitle(count + chats), [count, chats]);
  const hasNews = useHasNews();
  if (count === 0 && !hasNews) return null;
  return (
    <span className={count > 0 ? styles.dot : `${styles.dot} ${styles.quiet}`}>
      <span className="visually-hidden">
        {' '}
        {count > 0 ? pluralize(count, 'unread notification') : 'News in what you watch'}
      </span>
    </span>
  );
}
