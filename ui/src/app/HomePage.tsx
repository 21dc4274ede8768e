import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '../components/PageHeader';
import { usePageTitle } from '../components/usePageTitle';
import { MyCommunitiesPanel } from '../features/communities/MyCommunitiesPanel';
import { TaggedQuestions } from '../features/questions/list/TaggedQuestions';
import { StarredPanel } from '../features/questions/stars/StarredPanel';
import { useUser } from '../lib/session';
import { useFocusRestore } from '../lib/useFocusRestore';
import { ContinueLink } from './ContinueLink';
import styles from './HomePage.module.css';
import Notifications from './Notifications';

/**
 * Shows the user's notifications, starred questions and communities, and the questions with a tag
 * if the address names one.
 */
export default function HomePage() {
  const { username } = useUser();
  const root = useFocusRestore<HTMLDivElement>();
  const [query] = useSearchParams();
  const tag = query.get('tag');
  usePageTitle(tag ?? 'Home');
  return (
    <div ref={root}>
      <PageHeader title={<bdi>{username}'s Home</bdi>} />
      <ContinueLink />
      {tag && <TaggedQuestions key={tag} tag={tag} />}
      <div className={styles.panels}>
        <Notifications title="Notification Catch-up" />
        <div className={styles.column}>
          <StarredPanel />
          <MyCommunitiesPanel />
        </div>
      </div>
    </div>
  );
}
