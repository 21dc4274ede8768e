import { memo, useState } from 'react';
import type { Message } from '../../api/generated';
import { AuthorLink } from '../../components/AuthorLink';
import { Avatar } from '../../components/avatars/Avatar';
import { MentionedMarkdown } from '../../components/mentions/MentionedMarkdown';
import { RelativeTime } from '../../components/RelativeTime';
import { momentOf } from '../../lib/dates';
import { useUser } from '../../lib/session';
import styles from './Conversation.module.css';
import { EditMessage } from './EditMessage';
import { MessageActions } from './MessageActions';
import { QuoteLine } from './QuoteLine';

export type MessageHandlers = {
  /** Begins a reply to a message. */
  onReply: (message: Message) => void;
  /** Shows a quoted message. */
  onShowQuoted: (id: string) => void;
  /** Saves a new text of a message. */
  onEdit: (id: string, text: string) => Promise<unknown>;
};

type Props = MessageHandlers & {
  message: Message;
  /** Whether it is the first of several by the same author, and names the author. */
  isFirst: boolean;
  /** Whether a quote has led here. */
  isTarget: boolean;
};

/** Shows one message, with the line that it quotes, and what the viewer can do with it. */
export const MessageItem = memo(function MessageItem({ message, isFirst, isTarget, ...handlers }: Props) {
  const { _id, msg, mentions, msgFrom, msgDateTime, editedAt, replyTo } = message;
  const { username } = useUser();
  const [isEditing, setEditing] = useState(false);
  const classes = [styles.message, isFirst && styles.first, isTarget && styles.target].filter(Boolean).join(' ');
  return (
    <li data-id={_id} className={classes} tabIndex={-1} title={momentOf(msgDateTime)}>
      {isFirst && (
        <>
          <span className={styles.avatar}>
            <Avatar seed={msgFrom} size={2} />
          </span>
          <div className={styles.header}>
            <AuthorLink name={msgFrom} />{' '}
            <span className="small muted">
              <RelativeTime time={msgDateTime} />
            </span>
          </div>
        </>
      )}
      {replyTo && <QuoteLine quote={replyTo} kind={message.type} onShow={() => handlers.onShowQuoted(replyTo._id)} />}
      {isEditing ? (
        <EditMessage message={message} save={(text) => handlers.onEdit(_id, text)} close={() => setEditing(false)} />
      ) : (
        <>
          <MentionedMarkdown text={msg} mentions={mentions} isInline />
          {editedAt && (
            <span className={styles.edited}>
              edited <RelativeTime time={editedAt} />
            </span>
          )}
          <MessageActions
            message={message}
            onReply={() => handlers.onReply(message)}
            onEdit={msgFrom === username ? () => setEditing(true) : null}
          />
        </>
      )}
    </li>
  );
});
