import { memo, useState } from 'react';
import type { Message } from '../../api/generated';
import { AuthorLink } from '../../components/AuthorLink';
import { Markdown } from '../../components/markdown/Markdown';
import { RelativeTime } from '../../components/RelativeTime';
import { useUser } from '../../lib/session';
import styles from './Conversation.module.css';
import { RemoveMessageDialog } from './RemoveMessageDialog';

type Props = {
  message: Message;
  /** Whether it is the first of several by the same author, and names the author. */
  isFirst: boolean;
};

/** Shows one message. */
export const MessageItem = memo(function MessageItem({ message, isFirst }: Props) {
  const { _id, msg, msgFrom, msgDateTime } = message;
  return (
    <li data-id={_id} className={isFirst ? styles.first : undefined} title={new Date(msgDateTime).toLocaleString()}>
      {isFirst && (
        <div className={styles.header}>
          <AuthorLink name={msgFrom} />{' '}
          <span className="small muted">
            <RelativeTime time={msgDateTime} />
          </span>
        </div>
      )}
      <Markdown text={msg} isInline />
      {message.type === 'global' && <RemoveButton message={message} />}
    </li>
  );
});

/** Lets authors remove their messages, and administrators all messages, from the global chat. */
function RemoveButton({ message }: { message: Message }) {
  const { username, isAdministrator } = useUser();
  const [isAsking, setAsking] = useState(false);
  const isOwn = message.msgFrom === username;
  if (!isOwn && !isAdministrator) return null;
  return (
    <>
      <button
        type="button"
        className={styles.remove}
        title="Remove"
        aria-label={isOwn ? 'Remove my message' : `Remove the message by ${message.msgFrom}`}
        onClick={() => setAsking(true)}
      >
        ×
      </button>
      {isAsking && <RemoveMessageDialog message={message} isOwn={isOwn} close={() => setAsking(false)} />}
    </>
  );
}
