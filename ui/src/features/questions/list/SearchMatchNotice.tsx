import { Link } from 'react-router-dom';
import type { Page } from '../../../api/client';
import type { QuestionCard as Card } from '../../../api/generated';
import { literally } from '../../../lib/searchOperators';
import { listAddress } from '../api';
import styles from './QuestionList.module.css';

type Props = { search: string; page: Page<Card>; communityId?: string | undefined };

/** Tells if the search matched only partially, used only some of its words, or may have been meant otherwise. */
export function SearchMatchNotice({ search, page, communityId }: Props) {
  const { match, searchedFor, suggestion, searchWords, items } = page;
  const to = listAddress(communityId);
  const isFound = items.length > 0;
  return (
    <>
      {searchWords !== null && (
        <p className={styles.note}>
          The search has too many or too common words. Only these were used: <bdi>{searchWords}</bdi>
        </p>
      )}
      {match === 'any' && isFound && <p className={styles.note}>No result has all words; showing partial matches.</p>}
      {match === 'words' && isFound && (
        <p className={styles.note}>Nobody wrote these words in this order; showing results with some of the words.</p>
      )}
      {match === 'similar' && searchedFor && isFound && (
        <p className={styles.note}>
          <UnknownWords search={search} searchedFor={searchedFor} />
          Showing results for “<bdi>{searchedFor}</bdi>”.{' '}
          <Link to={to({ search: literally(search, searchedFor) })}>
            Search for “<bdi>{search}</bdi>” instead
          </Link>
        </p>
      )}
      {suggestion && isFound && <DidYouMean to={to({ search: suggestion })} suggestion={suggestion} />}
    </>
  );
}

/** Offers a search that may have been meant. */
export const DidYouMean = ({ to, suggestion }: { to: string; suggestion: string }) => (
  <p className={styles.note}>
    Did you mean{' '}
    <Link to={to}>
      “<bdi>{suggestion}</bdi>”
    </Link>
    ?
  </p>
);

/** Names the words that no question contains. */
function UnknownWords({ search, searchedFor }: { search: string; searchedFor: string }) {
  const known = searchedFor.toLowerCase().split(/\s+/);
  const unknown = search.split(/\s+/).filter((word) => !known.includes(word.toLowerCase()));
  return (
    unknown.length > 0 && (
      <>
        No question contains “<bdi>{unknown.join(' ')}</bdi>”.{' '}
      </>
    )
  );
}
