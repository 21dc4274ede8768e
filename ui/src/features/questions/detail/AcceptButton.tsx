import { CheckIcon } from '../../../components/icons';
import styles from './VoteBox.module.css';

type Props = { isAccepted: boolean; press: () => void };

/** Lets the asker accept an answer. */
export function AcceptButton({ isAccepted, press }: Props) {
  return (
    <button
      type="button"
      className={`btn ${styles.button} ${styles.accept}`}
      aria-label="Accept this answer"
      title={isAccepted ? 'You accepted this answer' : 'Accept this answer'}
      aria-pressed={isAccepted}
      onClick={press}
    >
      <CheckIcon />
    </button>
  );
}
