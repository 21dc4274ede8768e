import { useEffect } from 'react';
import { Link, matchPath, useLocation } from 'react-router-dom';
import { ErrorMessage } from '../components/ErrorMessage';
import { OfflineNotice } from '../components/offline/OfflineNotice';
import { OfflineText } from '../components/offline/OfflineText';
import { useOfflineQuestions } from '../components/offline/useOfflineQuestions';
import { RelativeTime } from '../components/RelativeTime';
import { RowList } from '../components/RowList';
import { Skeleton } from '../components/Skeleton';
import { TitleText } from '../components/TitleText';
import { routes } from '../lib/routes';
import { site } from '../lib/site';
import styles from './OfflinePages.module.css';

/** The parts that this page could not load do not load again in the same document. */
const reload = () => location.reload();

/** Replaces every page while the server cannot be reached: the questions that the user read before. */
export default function OfflinePages({ error, retry }: { error: unknown; retry: () => void }) {
  const questions = useOfflineQuestions();
  const { pathname } = useLocation();
  useEffect(() => {
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, []);
  if (!(error instanceof TypeError)) return <ErrorMessage error={error} retry={retry} />;
  if (!questions) return <Skeleton />;
  const qid = matchPath(routes.question.pattern, pathname)?.params.qid;
  const opened = questions.find(({ question }) => question._id === qid);
  return (
    <div className={styles.page}>
      <p>
        <Link to={routes.home.to()}>{site.title}</Link>
      </p>
      <OfflineNotice hasRead={questions.length > 0} retry={reload} />
      {opened ? (
        <OfflineText question={opened.question} />
      ) : (
        <>
          {qid && <p>You have not read this question on this device lately.</p>}
          <RowList>
            {questions.map(({ question, openedAt }) => (
              <li key={question._id}>
                <Link to={routes.question.to(question._id)} dir="auto">
                  <TitleText parts={[question.title]} />
                </Link>
                <span className="small muted">
                  <RelativeTime time={new Date(openedAt).toISOString()} />
                </span>
              </li>
            ))}
          </RowList>
        </>
      )}
    </div>
  );
}
