import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import type { Notification } from '../../api/generated';
import { Box, BoxItem, BoxNote } from '../../components/Box';
import { ErrorLine } from '../../components/ErrorLine';
import { Markdown } from '../../components/markdown/Markdown';
import { PagedList } from '../../components/PagedList';
import { RelativeTime } from '../../components/RelativeTime';
import { routes } from '../../lib/routes';
import { useUser } from '../../lib/session';
import { useCacheEditor } from '../../lib/useCacheEditor';
import {
  clearAllNotifications,
  getUnread,
  isNotifications,
  notificationsPath,
  unreadPath,
  viewNotification,
} from './api';
import { headline, setAllViewed, setViewed } from './cache';
import styles from './NotificationBox.module.css';

const title = 'Notification Catch-up';

/** The box of somebody who has turned notifications off; `children` leads to where they are turned on. */
export function NotificationsOff({ children }: { children: ReactNode }) {
  return (
    <Box title={title}>
      <BoxNote>
        <p className="muted mb-1">Notifications are turned off.</p>
        {children}
      </BoxNote>
    </Box>
  );
}

/** What was written to one's own posts, the newest first. */
export function NotificationBox() {
  const { username } = useUser();
  const { mutate } = useSWRConfig();
  const edit = useCacheEditor();
  const { data: unread = 0 } = useSWR<number, unknown>(unreadPath, getUnread);
  const [error, setError] = useState<string | null>(null);
  const refetch = () => mutate((path) => isNotifications(path) || path === unreadPath);
  const clear = async () => {
    if (unread === 0) return;
    setError(null);
    setAllViewed(edit);
    try {
      await clearAllNotifications();
    } catch {
      setError('Error clearing notifications');
    }
    await refetch();
  };
  return (
    <Box
      title={title}
      action={
        <button
          type="button"
          className="btn btn-outline-secondary btn-sm"
          aria-disabled={unread === 0}
          onClick={() => void clear()}
        >
          Clear All
        </button>
      }
    >
      <ErrorLine error={error} />
      <PagedList<Notification>
        path={notificationsPath(username)}
        failed="Error retrieving notifications"
        empty={
          <BoxNote>
            <p className="muted mb-0">No notifications yet!</p>
          </BoxNote>
        }
      >
        {(notifications) => (
          <ul>
            {notifications.map((notification) => (
              <Item key={notification._id} notification={notification} />
            ))}
          </ul>
        )}
      </PagedList>
    </Box>
  );
}

/** One notification: a link to what it is about, which marks it as viewed. */
function Item({ notification }: { notification: Notification }) {
  const { _id, questionId, answerId, questionTitle, updateText, viewed, createdAt } = notification;
  const { mutate } = useSWRConfig();
  const edit = useCacheEditor();
  const view = async () => {
    if (viewed) return;
    setViewed(edit, _id, true);
    edit<number>(
      (path) => path === unreadPath,
      (unread) => Math.max(0, unread - 1),
    );
    try {
      await viewNotification(_id);
    } catch {
      setViewed(edit, _id, false);
    }
    await mutate(unreadPath);
  };
  return (
    <BoxItem isNew={!viewed}>
      <div>
        <p className={styles.line}>
          {!viewed && (
            <>
              <span className={styles.dot} aria-hidden="true" />
              <span className="visually-hidden">Unread: </span>
            </>
          )}
          <Link
            to={routes.question.to(questionId, answerId)}
            className={`${styles.link} ${viewed ? styles.viewed : ''}`}
            onClick={() => void view()}
            onAuxClick={({ button }) => button === 1 && void view()}
          >
            {headline(notification)}
          </Link>{' '}
          <span className="muted">
            on <bdi>{questionTitle}</bdi> · <RelativeTime time={createdAt} />
          </span>
        </p>
        <div className={styles.text}>
          <Markdown text={updateText} isExcerpt />
        </div>
      </div>
    </BoxItem>
  );
}
