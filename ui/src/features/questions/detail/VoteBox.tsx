import type { ReactNode } from 'react';
import { DownIcon, UpIcon } from '../../../components/icons';
import type { useVote } from './useVote';
import styles from './VoteBox.module.css';

type Props = {
  vote: Pick<ReturnType<typeof useVote>, 'score' | 'mine' | 'press'>;
  /** What stands below the buttons. */
  children?: ReactNode;
};

const ways = {
  upvote: { label: 'Upvote', Icon: UpIcon },
  downvote: { label: 'Downvote', Icon: DownIcon },
} as const;

/** The net count between two buttons. */
export function VoteBox({ vote: { score, mine, press }, children }: Props) {
  const button = (way: keyof typeof ways) => {
    const { label, Icon } = ways[way];
    return (
      <button
        type="button"
        className={`btn btn-outline-secondary ${styles.button} ${styles[way]} ${mine === way ? 'active' : ''}`}
        aria-label={label}
        aria-pressed={mine === way}
        onClick={() => press(way)}
      >
        <Icon />
      </button>
    );
  };
  return (
    <div className={styles.box}>
      {button('upvote')}
      <output className={styles.count} aria-label="Score">
        {score}
      </output>
      {button('downvote')}
      {children}
    </div>
  );
}
