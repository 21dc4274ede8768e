import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { ApiError } from '../../../api/client';
import * as sentences from '../../../api/sentences';
import { Empty } from '../../../components/Empty';
import { ErrorBox } from '../../../components/ErrorBox';
import { Skeleton } from '../../../components/Skeleton';
import { routes } from '../../../lib/routes';
import { useReturnFocus } from '../../../lib/useReturnFocus';
import { chatRoom } from '../api';
import { Conversation } from '../Conversation';
import { useThread } from '../useThread';
import { AddParticipant } from './AddParticipant';
import styles from './DirectMessages.module.css';

/** The chat with this id: who takes part, and what they have written. */
export function ChatPane({ id }: { id: string }) {
  const room = useMemo(() => chatRoom(id), [id]);
  const { thread, error, retry, older } = useThread(room);
  const [isAdding, setAdding] = useState(false);
  const add = useReturnFocus<HTMLButtonElement>(isAdding);
  const back = (
    <Link to={routes.directMessages.to()} className={styles.back}>
      ‹ All chats
    </Link>
  );
  if (error instanceof ApiError && error.status === 404) return <Empty title={sentences.chatNotFound}>{back}</Empty>;
  if (!thread) {
    return (
      <>
        {back}
        {error ? <ErrorBox error={error} text="Error when fetching messages" retry={retry} /> : <Skeleton />}
      </>
    );
  }
  const { participants = [], readUpTo = id } = thread;
  return (
    <>
      <div className={styles.head}>
        {back}
        <Heading participants={participants} />
        <button
          ref={add}
          type="button"
          className="btn btn-outline-secondary btn-sm"
          aria-expanded={isAdding}
          onClick={() => setAdding(!isAdding)}
        >
          {isAdding ? 'Cancel' : 'Add somebody'}
        </button>
      </div>
      {isAdding && <AddParticipant id={id} participants={participants} close={() => setAdding(false)} />}
      <Conversation room={room} thread={thread} older={older} readUpTo={readUpTo} />
    </>
  );
}

/** Says who takes part. On a phone the chat has taken the place of the list, and the keys go on here. */
function Heading({ participants }: { participants: string[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const back = heading.current?.previousElementSibling;
    if (back && getComputedStyle(back).display !== 'none') heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h2 ref={heading} tabIndex={-1}>
      Chat Participants: <bdi>{participants.join(', ')}</bdi>
    </h2>
  );
}
