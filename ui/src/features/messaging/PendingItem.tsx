import { Markdown } from '../../components/markdown/Markdown';
import { plainText } from '../../lib/plainText';
import { useCacheEditor } from '../../lib/useCacheEditor';
import styles from './Conversation.module.css';
import { discard, hasLostOriginal, type Pending, retry } from './outbox';

/** Shows an own message that is not delivered yet. */
export function PendingItem({ pending }: { pending: Pending }) {
  const { nonce, text, state, replyTo } = pending;
  const edit = useCacheEditor();
  const isOnItsWay = state === 'sending';
  const problem =
    state === 'lost'
      ? 'Not sent yet. It will be sent again automatically.'
      : `Not sent: ${isOnItsWay ? '' : state.refusal}`;
  return (
    <li className={`${styles.message} ${styles.first}`}>
      {replyTo && (
        <p className={styles.quote}>
          <bdi className={styles.quotedName}>{replyTo.msgFrom}</bdi> <bdi>{plainText(replyTo.msg)}</bdi>
        </p>
      )}
      <div className={styles.pending}>
        <Markdown text={text} isInline />
      </div>
      <p className="small mb-0" role="status">
        {isOnItsWay ? (
          <span className="muted">Sending…</span>
        ) : (
          <>
            <span className="error-line">{problem}</span>{' '}
            <button
              type="button"
              className="btn btn-link btn-sm p-0 align-baseline"
              onClick={() => retry(edit, pending)}
            >
              {hasLostOriginal(pending) ? 'Send without the reply' : 'Retry'}
            </button>{' '}
            <button type="button" className="btn btn-link btn-sm p-0 align-baseline" onClick={() => discard(nonce)}>
              Discard
            </button>
          </>
        )}
      </p>
    </li>
  );
}
