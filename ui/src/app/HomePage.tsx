import { Link, useSearchParams } from 'react-router-dom';
import { PageHead } from '../components/PageHead';
import { usePageTitle } from '../components/usePageTitle';
import { MyCommunitiesBox } from '../features/communities/MyCommunitiesBox';
import { NotificationBox, NotificationsOff } from '../features/notifications/NotificationBox';
import { useNotificationsEnabled } from '../features/preferences/notifications';
import { TaggedQuestions } from '../features/questions/list/TaggedQuestions';
import { StarredBox } from '../features/questions/stars/StarredBox';
import { routes } from '../lib/routes';
import { useUser } from '../lib/session';
import { useKeptFocus } from '../lib/useKeptFocus';
import styles from './HomePage.module.css';

/** What concerns the user: news, what he starred, where he belongs; and the questions with a tag, if one is asked for. */
export default function HomePage() {
  const { username } = useUser();
  const root = useKeptFocus<HTMLDivElement>();
  const [query] = useSearchParams();
  const tag = query.get('tag');
  const notificationsEnabled = useNotificationsEnabled();
  usePageTitle(tag ?? 'Home');
  return (
    <div ref={root}>
      <PageHead title={<bdi>{username}'s Home</bdi>} />
      {tag && <TaggedQuestions key={tag} tag={tag} />}
      <div className={styles.boxes}>
        {notificationsEnabled ? (
          <NotificationBox />
        ) : (
          <NotificationsOff>
            <Link to={routes.user.to(username)}>Turn them on in your profile</Link>
          </NotificationsOff>
        )}
        <div className={styles.column}>
          <StarredBox />
          <MyCommunitiesBox />
        </div>
      </div>
    </div>
  );
}
