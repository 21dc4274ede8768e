import { useEffect } from 'react';
import useSWR from 'swr';
import type { Page } from '../api/client';
import type { Follow } from '../api/generated';
import { followListKey } from '../components/following/keys';
import { unreadCount, useUnread } from '../components/inbox/useUnread';
import { useUnreadChats } from '../features/messaging/UnreadMessagesBadge';
import { useNotificationsEnabled } from '../features/preferences/notifications';
import { useReminderUpdates } from '../features/questions/reminders/useReminderUpdates';
import { fetchPage } from '../lib/cacheKeys';
import { setUnreadInTitle } from '../lib/documentTitle';
import { pluralize } from '../lib/pluralize';
import { site } from '../lib/site';
import styles from './UnreadDot.module.css';

/**
 * Shows that something in the inbox is unread, or quietly that there is only news in what the viewer watches. The tab's
 * title counts the entries and the unread chats. Global messages are too many to be counted there.
 */
export default function UnreadDot() {
  const isOn = useNotificationsEnabled();
  const unread = useUnread();
  useReminderUpdates(unread);
  // Events about what the viewer watches find it here.
  useSWR<Page<Follow>, unknown>(followListKey, fetchPage);
  const count = unreadCount(unread, isOn);
  // A chat that mentions the viewer counts once.
  const chats = useUnreadChats(site.features.chat) - (isOn ? (unread?.mentioningChats ?? 0) : 0);
  useEffect(() => setUnreadInTitle(count + Math.max(0, chats)), [count, chats]);
  if (count === 0 && !unread?.hasWatched) return null;
  return (
    <span className={count > 0 ? styles.dot : `${styles.dot} ${styles.quiet}`}>
      <span className="visually-hidden">
        {' '}
        {count > 0 ? pluralize(count, 'unread notification') : 'News in what you watch'}
      </span>
    </span>
  );
}
