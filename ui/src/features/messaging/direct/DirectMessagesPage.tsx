import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Empty } from '../../../components/Empty';
import { PageHead } from '../../../components/PageHead';
import { usePageTitle } from '../../../components/usePageTitle';
import { routes } from '../../../lib/routes';
import { useKeptFocus } from '../../../lib/useKeptFocus';
import pageStyles from '../Conversation.module.css';
import { useRestOfScreen } from '../useRestOfScreen';
import { ChatList } from './ChatList';
import { ChatPane } from './ChatPane';
import { CreateChat } from './CreateChat';
import styles from './DirectMessages.module.css';

/** One's chats with others; which of them is open is in the address. On a phone one sees either the list or the chat. */
export default function DirectMessagesPage() {
  usePageTitle('Direct Messages');
  const root = useKeptFocus<HTMLDivElement>();
  useRestOfScreen(root);
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const open = query.get('chat');
  const [isCreating, setCreating] = useState(false);
  return (
    <div ref={root} className={pageStyles.page}>
      <div className={open ? styles.notOnPhones : undefined}>
        <PageHead title="Direct Messages">
          <button
            type="button"
            className="btn btn-outline-secondary"
            aria-expanded={isCreating}
            onClick={() => setCreating(!isCreating)}
          >
            {isCreating ? 'Hide Create Chat Panel' : 'Start a Chat'}
          </button>
        </PageHead>
        {isCreating && (
          <CreateChat
            onCreated={({ _id }) => {
              setCreating(false);
              navigate(routes.directMessages.to({ chat: _id }));
            }}
          />
        )}
      </div>
      <div className={styles.columns}>
        <div className={`${styles.side} ${open ? styles.notOnPhones : ''}`}>
          <ChatList open={open} />
        </div>
        <div className={`${styles.pane} ${open ? '' : styles.notOnPhones}`}>
          {open ? <ChatPane key={open} id={open} /> : <Empty title="Select a user to start chatting" />}
        </div>
      </div>
    </div>
  );
}
