import type { MessageKind, Quote } from '../../api/generated';
import { plainText } from '../../lib/plainText';
import styles from './Conversation.module.css';

type Props = { quote: Quote; kind: MessageKind; onShow: () => void };

/** Shows the line that a message quotes. A click leads to the quoted message. */
export function QuoteLine({ quote: { msg, msgFrom }, kind, onShow }: Props) {
  if (msg === undefined)
    // In a direct chat the quoted message may be from before the viewer was added.
    return <p className={styles.quote}>{kind === 'global' ? 'Removed message' : 'Message not available'}</p>;
  return (
    <button type="button" className={styles.quote} onClick={onShow}>
      <span className="visually-hidden">In reply to</span> <bdi className={styles.quotedName}>{msgFrom}</bdi>{' '}
      <bdi>{plainText(msg)}</bdi>
    </button>
  );
}
