import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { sentenceOf } from '../../api/client';
import type { Question } from '../../api/generated';
import { useUser } from '../../lib/session';
import { questionPath, type Vote, vote } from './api';
import styles from './VoteButtons.module.css';
import { voted, voteOf, withVotes } from './votes';

const ways = {
  up: { name: 'Upvote', failed: 'Error while upvoting the question', icon: 'M12 4 22 18H2z' },
  down: { name: 'Downvote', failed: 'Error while downvoting the question', icon: 'M12 20 2 6h20z' },
} as const;

/** The net count between its two buttons. A vote shows at once, and goes back when the server refuses it. */
export function VoteButtons({ question }: { question: Question }) {
  const { username } = useUser();
  const { mutate } = useSWRConfig();
  const [error, setError] = useState<string>();
  const own = voteOf(question, username);

  const cast = async (way: Vote) => {
    setError(undefined);
    try {
      await mutate<Question>(
        questionPath(question._id),
        async (current = question) => withVotes(current, await vote(way, question._id, username)),
        { optimisticData: (current = question) => voted(current, way, username), revalidate: false },
      );
    } catch (thrown) {
      console.error(thrown);
      setError(`${ways[way].failed}: ${sentenceOf(thrown, 'the server could not be reached')}`);
    }
  };

  const button = (way: Vote) => (
    <button type="button" aria-label={ways[way].name} aria-pressed={own === way} onClick={() => cast(way)}>
      <svg width="20" height="20" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
        <path d={ways[way].icon} />
      </svg>
    </button>
  );
  return (
    <div className={styles.votes}>
      {button('up')}
      <output className={styles.count} aria-label="Votes">
        {question.score}
      </output>
      {button('down')}
      <p className={`error ${styles.failed}`} role="alert">
        {error}
      </p>
    </div>
  );
}
