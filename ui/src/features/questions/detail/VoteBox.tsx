import type { ReactNode } from 'react';
import { DownIcon, UpIcon } from '../../../components/icons';
import { useMayRespond } from './permissions';
import type { useVote } from './useVote';
import styles from './VoteBox.module.css';

type Props = {
  vote: Pick<ReturnType<typeof useVote>, 'score' | 'mine' | 'press'>;
  /** Content below the buttons. */
  children?: ReactNode;
};

const directions = {
  upvote: { label: 'Upvote', Icon: UpIcon },
  downvote: { label: 'Downvote', Icon: DownIcon },
} as const;

/** Shows the score between the two vote buttons. */
export function VoteBox({ vote: { score, mine, press }, children }: Props) {
  const mayVote = useMayRespond();
  const button = (direction: keyof typeof directions) => {
    const { label, Icon } = directions[direction];
    return (
      <button
        type="button"
        className={`btn btn-outline-secondary ${styles.button} ${styles[direction]} ${mine === direction ? 'active' : ''}`}
        aria-label={label}
        aria-pressed={mine === direction}
        disabled={!mayVote}
        onClick={() => press(direction)}
      >
        <Icon />
      </button>
    );
  };
  return (
    <div className={styles.control}>
      {button('upvote')}
      <output className={styles.count} aria-label="Score">
        {score}
      </output>
      {button('downvote')}
      {children}
    </div>
  );
}
