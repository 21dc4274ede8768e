import { Suspense, useState } from 'react';
import type { Message } from '../../api/generated';
import { Icon } from '../../components/icons';
import { lazyWithRetry } from '../../components/lazyWithRetry';
import { MoreIcon } from '../../components/MoreIcon';
import { moderatesSite, useUser } from '../../lib/session';
import styles from './Conversation.module.css';
import { RemoveMessageDialog } from './RemoveMessageDialog';

const ReportDialog = lazyWithRetry(() => import('../../components/flags/ReportDialog'), { isOptional: true });

type Props = {
  message: Message;
  onReply: () => void;
  /** Begins to edit; null if the message is not the viewer's. */
  onEdit: (() => void) | null;
};

/**
 * Lists what the viewer can do with a message: reply, edit their own, and in the global chat remove
 * their own, or as a moderator of the site any. Shown while the pointer or the focus is in the message;
 * without a pointer, a button moves the focus there.
 */
export function MessageActions({ message: { msgFrom, type }, message, onReply, onEdit }: Props) {
  const canRemove = moderatesSite(useUser());
  const [isReporting, setReporting] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const isOwn = onEdit !== null;
  return (
    <>
      <button
        type="button"
        className={styles.more}
        aria-label={`Actions for the message by ${msgFrom}`}
        onClick={({ currentTarget }) => currentTarget.closest('li')?.focus()}
      >
        <MoreIcon />
      </button>
      <div className={styles.actions}>
        <button type="button" title="Reply" aria-label={`Reply to ${msgFrom}`} onClick={onReply}>
          <Icon d="M10 6L4 12l6 6M4 12h9a7 7 0 0 1 7 7" />
        </button>
        {onEdit && (
          <button type="button" title="Edit" aria-label="Edit my message" onClick={onEdit}>
            <Icon d="M4 20l1-4.5L16.5 4 20 7.5 8.5 19z" />
          </button>
        )}
        {!isOwn && message._id && (
          <button
            type="button"
            title="Report…"
            aria-label={`Report the message by ${msgFrom}…`}
            onClick={() => setReporting(true)}
          >
            <Icon d="M6 21V4M6 4.5h12l-3 4 3 4H6" />
          </button>
        )}
        {type === 'global' && (isOwn || canRemove) && (
          <button
            type="button"
            title="Remove"
            className={styles.remove}
            aria-label={isOwn ? 'Remove my message' : `Remove the message by ${msgFrom}`}
            onClick={() => setRemoving(true)}
          >
            <Icon d="M6 6l12 12M18 6L6 18" />
          </button>
        )}
      </div>
      {isReporting && (
        <Suspense fallback={null}>
          <ReportDialog kind="message" id={message._id} close={() => setReporting(false)} />
        </Suspense>
      )}
      {isRemoving && <RemoveMessageDialog message={message} isOwn={isOwn} close={() => setRemoving(false)} />}
    </>
  );
}
