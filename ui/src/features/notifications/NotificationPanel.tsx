import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import type { Notification } from '../../api/generated';
import { Avatar } from '../../components/avatars/Avatar';
import { InlineError } from '../../components/InlineError';
import { Excerpt } from '../../components/markdown/Excerpt';
import { TwoLines } from '../../components/markdown/TwoLines';
import { PagedList } from '../../components/PagedList';
import { Panel, PanelItem, PanelNote } from '../../components/Panel';
import { RelativeTime } from '../../components/RelativeTime';
import { TitleText } from '../../components/TitleText';
import { keyEquals } from '../../lib/cacheKeys';
import { type Failure, failureOf } from '../../lib/failure';
import { routes } from '../../lib/routes';
import { useUser } from '../../lib/session';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { clearAllNotifications, clearError, getUnreadCount, viewNotification } from './api';
import { headline, setAllViewed, setViewed } from './cache';
import { isNotificationData, notificationListKey, unreadKey } from './keys';
import styles from './NotificationPanel.module.css';

/** Replaces the panel when notifications are off. `children` links to the setting. */
export function NotificationsOff({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel title={title}>
      <PanelNote>
        <p className="muted mb-1">Notifications are turned off.</p>
        {children}
      </PanelNote>
    </Panel>
  );
}

type PanelProps = {
  title: string;
  /** Returns whether the text of a notification mentions the viewer, who has not seen it. */
  isMention: (id: string) => boolean;
};

/** Lists the viewer's notifications, newest first. */
export function NotificationPanel({ title, isMention }: PanelProps) {
  const { username } = useUser();
  const { mutate } = useSWRConfig();
  const edit = useCacheEditor();
  const { data: unread = 0 } = useSWR<number, unknown>(unreadKey, getUnreadCount);
  const [error, setError] = useState<Failure | null>(null);
  const refresh = () => mutate(isNotificationData);
  const clear = async () => {
    if (unread === 0) return;
    setError(null);
    setAllViewed(edit);
    try {
      await clearAllNotifications();
    } catch (failure) {
      setError(failureOf(clearError, failure));
    }
    await refresh();
  };
  return (
    <Panel
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
      <InlineError error={error} />
      <PagedList<Notification>
        listKey={notificationListKey(username)}
        empty={
          <PanelNote>
            <p className="muted mb-0">No notifications yet!</p>
          </PanelNote>
        }
      >
        {(notifications) => (
          <ul>
            {byQuestion(notifications).map((notification, index, all) => (
              <Item
                key={notification._id}
                notification={notification}
                isContinued={all[index - 1]?.questionId === notification.questionId}
                isMention={isMention(notification._id)}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </Panel>
  );
}

/** Returns notifications with those of one question together, in the place of the first. */
function byQuestion(notifications: Notification[]): Notification[] {
  const questions = notifications.map(({ questionId }) => questionId);
  return notifications.toSorted(
    (one, other) => questions.indexOf(one.questionId) - questions.indexOf(other.questionId),
  );
}

type ItemProps = {
  notification: Notification;
  /** Whether the item before has the title of the question. */
  isContinued: boolean;
  isMention: boolean;
};

/** One notification: a link to its post, which marks it as viewed. */
function Item({ notification, isContinued, isMention }: ItemProps) {
  const { _id, questionId, questionTitle, updateText, viewed, createdAt } = notification;
  const { mutate } = useSWRConfig();
  const edit = useCacheEditor();
  const view = async () => {
    if (viewed) return;
    setViewed(edit, _id, true);
    edit<number>(keyEquals(unreadKey), (unread) => Math.max(0, unread - 1));
    try {
      await viewNotification(_id);
    } catch {
      setViewed(edit, _id, false);
    }
    await mutate(unreadKey);
  };
  return (
    <PanelItem isNew={!viewed} isContinued={isContinued}>
      <Avatar seed={notification.updateBy} />
      <div>
        <p className={styles.line}>
          {!viewed && <span className="visually-hidden">Unread: </span>}
          <Link
            to={routes.question.to(questionId, _id)}
            className={`${styles.link} ${viewed ? styles.viewed : ''}`}
            onClick={() => void view()}
            onAuxClick={({ button }) => button === 1 && void view()}
          >
            {headline(notification)}
          </Link>{' '}
          <span className="muted">
            {!isContinued && (
              <>
                on{' '}
                <bdi>
                  <TitleText parts={[questionTitle]} />
                </bdi>{' '}
              </>
            )}
            · <RelativeTime time={createdAt} />
          </span>
        </p>
        <TwoLines>
          <Excerpt text={updateText} />
        </TwoLines>
        {isMention && (
          <p className="small muted mb-0">
            because <bdi>{notification.updateBy}</bdi> mentioned you
          </p>
        )}
      </div>
    </PanelItem>
  );
}
