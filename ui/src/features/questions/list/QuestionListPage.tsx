import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { FollowButton } from '../../../components/following/FollowButton';
import { lazyWithRetry } from '../../../components/lazyWithRetry';
import { usePageTitle } from '../../../components/usePageTitle';
import { routes } from '../../../lib/routes';
import { site } from '../../../lib/site';
import { useFocusRestore } from '../../../lib/useFocusRestore';
import { listTitle } from '../api';
import { QuestionList } from './QuestionList';
import styles from './QuestionList.module.css';

const StreakPopup = lazyWithRetry(() => import('./StreakPopup'), { isOptional: true });

/** Lists all questions, those with a tag, or those that a search finds. */
export default function QuestionListPage() {
  const [query] = useSearchParams();
  const title = listTitle(query, 'All Questions');
  const isTag = query.get('tag') === title;
  usePageTitle(title);
  const root = useFocusRestore<HTMLDivElement>();
  return (
    <div ref={root}>
      <div role="status">
        <Suspense>{site.features.games && query.get('showStreakPopup') === 'true' && <StreakPopup />}</Suspense>
      </div>
      <QuestionList
        heading={<h1>{isTag ? <bdi className={styles.tag}>{title}</bdi> : title}</h1>}
        action={
          <>
            {isTag && <FollowButton key={title} kind="tag" object={title} />}
            <Link to={routes.newQuestion.to()} className="btn btn-primary">
              Ask a Question
            </Link>
          </>
        }
      />
    </div>
  );
}
