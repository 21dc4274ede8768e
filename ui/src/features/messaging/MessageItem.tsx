import { memo } from 'react';
import type { Message } from '../../api/generated';
import { AuthorLink } from '../../components/AuthorLink';
import { Markdown } from '../../components/markdown/Markdown';
import { RelativeTime } from '../../components/RelativeTime';
import styles from './Conversation.module.css';

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
    </li>
  );
});
