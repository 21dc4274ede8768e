import type { Page } from '../../../api/client';
import type { QuestionCard as Card } from '../../../api/generated';
import styles from './QuestionList.module.css';

/** Tells if the search matched only partially. */
export function SearchMatchNotice({
  search,
  page: { match, searchedFor, items },
}: {
  search: string;
  page: Page<Card>;
}) {
  if (!items.length) return null;
  if (match === 'any') {
    return <p className={styles.note}>No result has all words; showing partial matches.</p>;
  }
  if (match === 'similar' && searchedFor) {
    return (
      <p className={styles.note}>
        Nothing matches “<bdi>{search}</bdi>”. Showing results for “<bdi>{searchedFor}</bdi>”.
      </p>
    );
  }
  return null;
}
