import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { StarIcon } from '../../../components/icons';
import { useCacheEditor } from '../../../lib/useCacheEditor';
import styles from './StarButton.module.css';

type Props = { qid: string; title: string; starred: boolean | undefined };

/** Stars or unstars a question. Disabled until the state is known. */
export function StarButton({ qid, title, starred }: Props) {
  const { mutate } = useSWRConfig();
  const edit = useCacheEditor();
  const [error, setError] = useState<string | null>(null);
  // Its action loads with the live handlers, after the page.
  const press = () =>
    import('./toggleStar')
      .then(({ toggleStar }) => toggleStar(edit, mutate, { qid, starred: !starred }))
      .catch(() => 'Error while adding / removing a star')
      .then(setError);
  return (
    <span className={styles.wrapper}>
      <button
        type="button"
        className={styles.star}
        aria-label={`Star: ${title}`}
        aria-pressed={starred}
        disabled={starred === undefined}
        title={starred ? 'Remove the star' : 'Star this question'}
        onClick={press}
      >
        <StarIcon />
      </button>
      {error && <span role="alert">{error}</span>}
    </span>
  );
}
