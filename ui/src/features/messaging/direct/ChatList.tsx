import { Link } from 'react-router-dom';
import type { Chat } from '../../../api/generated';
import { AuthorLink } from '../../../components/AuthorLink';
import { Avatar } from '../../../components/avatars/Avatar';
import { CountBadge } from '../../../components/CountBadge';
import { MessageButton } from '../../../components/MessageButton';
import { PagedList } from '../../../components/PagedList';
import { RelativeTime } from '../../../components/RelativeTime';
import { RowList } from '../../../components/RowList';
import { routes } from '../../../lib/routes';
import { useUser } from '../../../lib/session';
import { chatListKey } from '../keys';
import styles from './DirectMessages.module.css';

type Props = {
  /** The id of the open chat. */
  open: string | null;
  /** Usernames to offer to a viewer without chats. */
  people: readonly string[];
};

/** Lists the viewer's chats, most recent message first. */
export function ChatList({ open, people }: Props) {
  const { username } = useUser();
  return (
    <nav aria-label="Chats" className={styles.chats}>
      <PagedList<Chat>
        listKey={chatListKey(username)}
        errorText="Error when fetching chats"
        live
        revalidateOnFocus
        empty={<NoChats people={people} />}
      >
        {(chats) => (
          <ul>
            {chats.map((chat) => (
              <Item key={chat._id} chat={chat} isOpen={chat._id === open} />
            ))}
          </ul>
        )}
      </PagedList>
    </nav>
  );
}

function NoChats({ people }: { people: readonly string[] }) {
  return (
    <div className="p-3">
      <p className="muted">No chats yet. Start one!</p>
      <RowList>
        {people.map((name) => (
          <li key={name}>
            <span className="d-flex align-items-center gap-2">
              <Avatar seed={name} />
              <AuthorLink name={name} />
            </span>
            <MessageButton username={name} />
          </li>
        ))}
      </RowList>
    </div>
  );
}

function Item({ chat, isOpen }: { chat: Chat; isOpen: boolean }) {
  const { username } = useUser();
  const others = chat.participants.filter((name) => name !== username);
  const last = chat.messages.at(-1);
  // With two participants, the heading names the other one.
  const author = last?.msgFrom === username ? 'You' : others.length > 1 && last?.msgFrom;
  return (
    <li>
      <Link
        to={routes.directMessages.to({ chat: chat._id })}
        className={styles.chat}
        aria-current={isOpen ? 'page' : undefined}
      >
        <Avatar seed={others[0] ?? username} size={2.25} />
        <span className={styles.line}>
          <span className={styles.names}>
            Chat with: <bdi>{others.join(', ')}</bdi>
          </span>
          <CountBadge count={chat.unread ?? 0} noun="unread message" />
        </span>
        <span className={`small muted ${styles.line}`}>
          <span className={styles.last}>
            {last && (
              <>
                {author && (
                  <>
                    <bdi>{author}</bdi>:{' '}
                  </>
                )}
                <bdi>{last.msg}</bdi>
              </>
            )}
          </span>
          {last && <RelativeTime time={last.msgDateTime} />}
        </span>
      </Link>
    </li>
  );
}
