import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { ApiError } from '../../../api/client';
import * as sentences from '../../../api/sentences';
import { EmptyState } from '../../../components/EmptyState';
import { ErrorMessage } from '../../../components/ErrorMessage';
import { Skeleton } from '../../../components/Skeleton';
import { routes } from '../../../lib/routes';
import { useReturnFocus } from '../../../lib/useReturnFocus';
import { chatRoom } from '../api';
import { Conversation } from '../Conversation';
import { MessageSearch } from '../MessageSearch';
import { SearchButton } from '../SearchButton';
import { useThread } from '../useThread';
import { AddParticipant } from './AddParticipant';
import styles from './DirectMessages.module.css';
import { LeaveChat } from './LeaveChat';

/** Shows a chat: its participants and messages. */
export function ChatPane({ id }: { id: string }) {
  const room = useMemo(() => chatRoom(id), [id]);
  const { thread, error, retry, view } = useThread(room);
  const [isAdding, setAdding] = useState(false);
  const add = useReturnFocus<HTMLButtonElement>(isAdding);
  const [isSearching, setSearching] = useState(false);
  const opener = useReturnFocus<HTMLButtonElement>(isSearching);
  const back = (
    <Link to={routes.directMessages.to()} className={styles.back}>
      ‹ All chats
    </Link>
  );
  if (error instanceof ApiError && error.status === 404)
    return <EmptyState title={sentences.chatNotFound}>{back}</EmptyState>;
  if (!thread) {
    return (
      <>
        {back}
        {error ? <ErrorMessage error={error} text="Error when fetching messages" retry={retry} /> : <Skeleton />}
      </>
    );
  }
  const { participants = [], readUpTo = id } = thread;
  return (
    <>
      <div className={styles.header}>
        {back}
        <Heading participants={participants} />
        <button
          ref={add}
          type="button"
          className="btn btn-outline-secondary btn-sm"
          aria-expanded={isAdding}
          onClick={() => setAdding(!isAdding)}
        >
          {isAdding ? 'Cancel' : 'Add a user'}
        </button>
        <LeaveChat id={id} />
        <SearchButton ref={opener} isOpen={isSearching} toggle={() => setSearching(!isSearching)} />
      </div>
      {isAdding && <AddParticipant id={id} participants={participants} close={() => setAdding(false)} />}
      {isSearching && <MessageSearch room={room} show={view.show} close={() => setSearching(false)} />}
      <Conversation room={room} thread={thread} view={view} readUpTo={readUpTo} />
    </>
  );
}

/** Names the participants. On a phone, where the chat replaces the list, it receives the focus. */
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
