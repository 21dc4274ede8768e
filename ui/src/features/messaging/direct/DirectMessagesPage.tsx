import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { MessagesIcon } from '../../../components/icons';
import { PageHeader } from '../../../components/PageHeader';
import { usePageTitle } from '../../../components/usePageTitle';
import { routes } from '../../../lib/routes';
import { useFocusRestore } from '../../../lib/useFocusRestore';
import pageStyles from '../Conversation.module.css';
import { useFillHeight } from '../useFillHeight';
import { ChatList } from './ChatList';
import { ChatPane } from './ChatPane';
import { CreateChat } from './CreateChat';
import styles from './DirectMessages.module.css';

type Props = {
  /** Usernames to offer to a viewer without chats. */
  people: readonly string[];
};

/**
 * Shows the viewer's direct chats. The address names the open one. A phone shows either the list or
 * the chat.
 */
export default function DirectMessagesPage({ people }: Props) {
  usePageTitle('Direct Messages');
  const root = useFocusRestore<HTMLDivElement>();
  useFillHeight(root);
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const open = query.get('chat');
  const [isCreating, setCreating] = useState(false);
  return (
    <div ref={root} className={pageStyles.page}>
      {open && <h1 className={`visually-hidden ${styles.onPhones}`}>Direct Messages</h1>}
      <div className={open ? styles.notOnPhones : undefined}>
        <PageHeader title="Direct Messages">
          <button
            type="button"
            className="btn btn-outline-secondary"
            aria-expanded={isCreating}
            onClick={() => setCreating(!isCreating)}
          >
            {isCreating ? 'Hide Create Chat Panel' : 'Start a Chat'}
          </button>
        </PageHeader>
        {isCreating && (
          <CreateChat
            people={people}
            onCreated={({ _id }) => {
              setCreating(false);
              navigate(routes.directMessages.to({ chat: _id }));
            }}
          />
        )}
      </div>
      <div className={styles.columns}>
        <div className={`${styles.side} ${open ? styles.notOnPhones : ''}`}>
          <ChatList open={open} people={people} />
        </div>
        <div className={`${styles.pane} ${open ? '' : styles.notOnPhones}`}>
          {open ? (
            <ChatPane key={open} id={open} />
          ) : (
            <div className={pageStyles.empty}>
              <MessagesIcon />
              <h2>Select a user to start chatting</h2>
            </div>
          )}
        </div>
      </div>
    </div>
  );
}
