import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Cover } from '../components/Cover';
import { lazyWithRetry } from '../components/lazyWithRetry';
import { PageHeader } from '../components/PageHeader';
import { usePageTitle } from '../components/usePageTitle';
import { MyCommunitiesPanel } from '../features/communities/MyCommunitiesPanel';
import { TaggedQuestions } from '../features/questions/list/TaggedQuestions';
import { StarredPanel } from '../features/questions/stars/StarredPanel';
import { routes } from '../lib/routes';
import { useUser } from '../lib/session';
import { useFocusRestore } from '../lib/useFocusRestore';
import { ContinueLink } from './ContinueLink';
import '../features/administration/FirstSteps.module.css';
import styles from './HomePage.module.css';
import Inbox from './Inbox';

const HomeNews = lazyWithRetry(() => import('./HomeNews'), { isOptional: true });

// For administrators only. The page waits for it, so that nothing moves down when it comes.
const SetUpPanel = lazyWithRetry(() => import('../features/administration/SetUpPanel'), { isOptional: true });

/**
 * Shows the user's notifications, starred questions and communities, and below them what is new to the user. If the
 * address names a tag, it shows the questions with the tag instead, first.
 */
export default function HomePage() {
  const { username, isAdministrator } = useUser();
  const root = useFocusRestore<HTMLDivElement>();
  const [query] = useSearchParams();
  const tag = query.get('tag');
  usePageTitle(tag ?? 'Home');
  return (
    <div ref={root} className={styles.page}>
      {!tag && <Cover />}
      <PageHeader title={<bdi>{username}'s Home</bdi>}>
        <Link to={routes.newQuestion.to()} className="btn btn-primary">
          Ask a Question
        </Link>
      </PageHeader>
      <ContinueLink />
      {isAdministrator && !tag && <SetUpPanel />}
      {tag && <TaggedQuestions key={tag} tag={tag} />}
      <div className={styles.panels}>
        <Inbox title="Notification Catch-up" verb="Clear All" />
        <StarredPanel />
        <MyCommunitiesPanel />
      </div>
      <Suspense>{!tag && <HomeNews />}</Suspense>
    </div>
  );
}
