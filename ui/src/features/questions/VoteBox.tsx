import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { Question } from '../../api/generated';
import { DownIcon, UpIcon } from '../../components/icons';
import { useUser } from '../../lib/session';
import { questionPath, type Vote, vote } from './api';
import styles from './VoteBox.module.css';
import { toggled, voteOf, withVote } from './votes';

const failed: Record<Vote, string> = {
  upvote: 'Error while upvoting the question',
  downvote: 'Error while downvoting the question',
};

/** The net count between two buttons. A press shows at once, and is taken back if the server says no. */
export function VoteBox({ question }: { question: Question }) {
  const { username } = useUser();
  const { mutate } = useSWRConfig();
  const [error, setError] = useState<string | null>(null);
  const mine = voteOf(question, username);

  const press = async (way: Vote) => {
    setError(null);
    try {
      await mutate<Question>(
        questionPath(question._id),
        async (known) => {
          const votes = await vote(question._id, way);
          return known && withVote(known, votes);
        },
        {
          optimisticData: (known = question) => withVote(known, toggled(known, username, way)),
          rollbackOnError: true,
          revalidate: false,
        },
      );
    } catch (failure) {
      setError(failed[way]);
      console.error(failure);
    }
  };
  return (
    <div className={styles.box}>
      <button
        type="button"
        className={`btn btn-outline-secondary ${styles.button} ${mine === 'upvote' ? 'active' : ''}`}
        aria-label="Upvote"
        aria-pressed={mine === 'upvote'}
        onClick={() => press('upvote')}
      >
        <UpIcon />
      </button>
      <output className={styles.count} aria-label="Score">
        {question.score}
      </output>
      <button
        type="button"
        className={`btn btn-outline-secondary ${styles.button} ${mine === 'downvote' ? 'active' : ''}`}
        aria-label="Downvote"
        aria-pressed={mine === 'downvote'}
        onClick={() => press('downvote')}
      >
        <DownIcon />
      </button>
      {error && (
        <p role="alert" className="error-line small">
          {error}
        </p>
      )}
    </div>
  );
}
