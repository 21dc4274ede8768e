import { Link } from 'react-router-dom';
import { useCommunity } from '../../../components/community/useCommunity';
import { EmptyState } from '../../../components/EmptyState';
import { routes } from '../../../lib/routes';
import { listAddress, noQuestions } from '../api';
import styles from './QuestionList.module.css';

type Props = { tag: string; search: string; communityId?: string | undefined };

/** Replaces an empty list, with links to other pages. */
export default function NoResults({ tag, search, communityId }: Props) {
  const to = listAddress(communityId);
  const { data: community } = useCommunity(communityId);
  const mayAsk = !communityId || (community?.isMember && !community.archived);
  return (
    <EmptyState title={noQuestions}>
      <p className="muted">
        {search ? 'Try fewer or other words, or see “Search help” above.' : 'Nobody has asked anything here yet.'}
      </p>
      {mayAsk && (
        <Link to={routes.newQuestion.to({ communityId })} className="btn btn-primary">
          {search ? 'Ask this question' : 'Ask the first one'}
        </Link>
      )}
      <ul className={styles.actions}>
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
            <Link to={routes.tags.to()}>Browse the tags</Link>
          </li>
        )}
      </ul>
    </EmptyState>
  );
}
