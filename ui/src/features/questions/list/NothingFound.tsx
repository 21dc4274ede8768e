import { Link } from 'react-router-dom';
import { Empty } from '../../../components/Empty';
import { routes } from '../../../lib/routes';
import styles from './QuestionListPage.module.css';

/** What stands in place of an empty list: ways on. */
export default function NothingFound({ tag, search }: { tag: string; search: string }) {
  return (
    <Empty title="No Questions Found">
      {search && <p className="muted">Fewer or other words may find more; “Search help” above tells what else can.</p>}
      <ul className={styles.ways}>
        {search && tag && (
          <li>
            <Link to={routes.questions.to({ search })}>Search in all questions</Link>
          </li>
        )}
        {search && (
          <li>
            <Link to={routes.questions.to({ tag })}>Clear the search</Link>
          </li>
        )}
        <li>
          <Link to={routes.tags.to()}>Look through the tags</Link>
        </li>
        <li>
          <Link to={routes.newQuestion.to()}>{search || tag ? 'Ask a question' : 'Ask the first one'}</Link>
        </li>
      </ul>
    </Empty>
  );
}
