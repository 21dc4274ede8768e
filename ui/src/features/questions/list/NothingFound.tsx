import { Link } from 'react-router-dom';
import { useCommunity } from '../../../components/community/useCommunity';
import { Empty } from '../../../components/Empty';
import { routes } from '../../../lib/routes';
import { listAddress, noQuestions } from '../api';
import styles from './QuestionList.module.css';

type Props = { tag: string; search: string; communityId?: string | undefined };

/** What stands in place of an empty list: ways on. */
export default function NothingFound({ tag, search, communityId }: Props) {
  const to = listAddress(communityId);
  const { data: community } = useCommunity(communityId);
  const mayAsk = !communityId || (community?.isMember && !community.archived);
  return (
    <Empty title={noQuestions}>
      {search && <p className="muted">Fewer or other words may find more; “Search help” above tells what else can.</p>}
      <ul className={styles.ways}>
        {search && tag && (
          <li>
            <Link to={to({ search })}>Search {communityId ? 'all of this community' : 'in all questions'}</Link>
          </li>
        )}
        {search && (
          <li>
            <Link to={to({ tag })}>Clear the search</Link>
          </li>
        )}
        {!communityId && (
          <li>
            <Link to={routes.tags.to()}>Look through the tags</Link>
          </li>
        )}
        {mayAsk && (
          <li>
            <Link to={routes.newQuestion.to({ communityId })}>
              {search || tag ? 'Ask a question' : 'Ask the first one'}
            </Link>
          </li>
        )}
      </ul>
    </Empty>
  );
}
