import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { lazily } from '../../../components/lazily';
import { PageHead } from '../../../components/PageHead';
import { usePageTitle } from '../../../components/usePageTitle';
import { routes } from '../../../lib/routes';
import { site } from '../../../lib/site';
import { useKeptFocus } from '../../../lib/useKeptFocus';
import { listTitle } from '../api';
import { QuestionList } from './QuestionList';

const StreakPopup = lazily(() => import('./StreakPopup'), { isExtra: true });

/** All questions, those with a tag, or those that a search finds. */
export default function QuestionListPage() {
  const [query] = useSearchParams();
  const title = listTitle(query, 'All Questions');
  usePageTitle(title);
  const root = useKeptFocus<HTMLDivElement>();
  return (
    <div ref={root}>
      <div role="status">
        <Suspense>{site.features.games && query.get('showStreakPopup') === 'true' && <StreakPopup />}</Suspense>
      </div>
      <PageHead title={title}>
        <Link to={routes.newQuestion.to()} className="btn btn-primary">
          Ask a Question
        </Link>
      </PageHead>
      <QuestionList />
    </div>
  );
}
