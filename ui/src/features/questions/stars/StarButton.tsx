import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { InlineError } from '../../../components/InlineError';
import { StarIcon } from '../../../components/icons';
import { type Failure, failureOf } from '../../../lib/failure';
import { useIsStranger } from '../../../lib/stranger';
import { useCacheEditor } from '../../../lib/useCacheEditor';
import { starError } from './api';
import styles from './StarButton.module.css';

type Props = { qid: string; title: string; starred: boolean | undefined };

/** Stars or unstars a question. Disabled until the state is known, and absent without a session. */
export function StarButton({ qid, title, starred }: Props) {
  const { mutate } = useSWRConfig();
  const edit = useCacheEditor();
  const [error, setError] = useState<Failure | null>(null);
  if (useIsStranger()) return null;
  // Its action loads with the live handlers, after the page.
  const press = () =>
    import('./toggleStar')
      .then(({ toggleStar }) => toggleStar(edit, mutate, { qid, starred: !starred }))
      .catch((failure: unknown) => failureOf(starError, failure))
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
      <InlineError error={error} />
    </span>
  );
}
