import { Markdown } from '../../components/markdown/Markdown';
import { useCacheEditor } from '../../lib/useCacheEditor';
import styles from './Conversation.module.css';
import { discard, type Pending, retry } from './outbox';

/** A message of one's own that is on its way, or did not get there. */
export function PendingItem({ pending: { nonce, text, state } }: { pending: Pending }) {
  const edit = useCacheEditor();
  const isOnItsWay = state === 'sending';
  const problem =
    state === 'lost' ? 'Not sent: the connection is lost.' : `Not sent: ${isOnItsWay ? '' : state.refusal}`;
  return (
    <li className={styles.first}>
      <div className={styles.pending}>
        <Markdown text={text} isInline />
      </div>
      <p className="small mb-0" role="status">
        {isOnItsWay ? (
          <span className="muted">Sending…</span>
        ) : (
          <>
            <span className="error-line">{problem}</span>{' '}
            <button type="button" className="btn btn-link btn-sm p-0 align-baseline" onClick={() => retry(edit, nonce)}>
              Retry
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
