import type { Page } from '../../../api/client';
import type { QuestionCard as Card } from '../../../api/generated';
import styles from './QuestionList.module.css';

/** Tells if the search matched only partially, or used only some of its words. */
export function SearchMatchNotice({
  search,
  page: { match, searchedFor, searchWords, items },
}: {
  search: string;
  page: Page<Card>;
}) {
  return (
    <>
      {searchWords !== null && (
        <p className={styles.note}>
          The search has too many or too common words. Only these were used: <bdi>{searchWords}</bdi>
        </p>
      )}
      {match === 'any' && items.length > 0 && (
        <p className={styles.note}>No result has all words; showing partial matches.</p>
      )}
      {match === 'similar' && searchedFor && items.length > 0 && (
        <SimilarWordsNotice search={search} searchedFor={searchedFor} />
      )}
    </>
  );
}

/** Names the words that no question contains, and the search that ran instead. */
function SimilarWordsNotice({ search, searchedFor }: { search: string; searchedFor: string }) {
  const known = searchedFor.toLowerCase().split(/\s+/);
  const unknown = search.split(/\s+/).filter((word) => !known.includes(word.toLowerCase()));
  return (
    <p className={styles.note}>
      {unknown.length > 0 && (
        <>
          No question contains “<bdi>{unknown.join(' ')}</bdi>”.{' '}
        </>
      )}
      Showing results for “<bdi>{searchedFor}</bdi>”.
    </p>
  );
}
