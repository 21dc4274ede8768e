import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { StarIcon } from '../../../components/icons';
import { useCacheEditor } from '../../../lib/useCacheEditor';
import styles from './StarButton.module.css';

type Props = { qid: string; title: string; starred: boolean | undefined };

/** Stars a question, or takes the star away, once it is known whether it has one. */
export function StarButton({ qid, title, starred }: Props) {
  const { mutate } = useSWRConfig();
  const edit = useCacheEditor();
  const [error, setError] = useState<string | null>(null);
  // What it does is loaded with the handlers of live events, after the page.
  const press = () =>
    import('./toggle')
      .then(({ toggle }) => toggle(edit, mutate, { qid, starred: !starred }))
      .catch(() => 'Error while adding / removing a star')
      .then(setError);
  return (
    <span className={styles.place}>
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
