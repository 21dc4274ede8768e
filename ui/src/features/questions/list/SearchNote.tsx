import type { Page } from '../../../api/client';
import type { QuestionCard as Card } from '../../../api/generated';
import styles from './QuestionList.module.css';

/** Says when not all that was searched for was found. */
export function SearchNote({ search, page: { match, searchedFor, items } }: { search: string; page: Page<Card> }) {
  if (!items.length) return null;
  if (match === 'any') {
    return <p className={styles.note}>No question has all of these words. Shown is what has any of them.</p>;
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
