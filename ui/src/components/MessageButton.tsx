import { useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { createChat } from '../api/chats';
import { keysOf } from '../lib/cacheKeys';
import { routes } from '../lib/routes';
import { useUser } from '../lib/session';
import { useAction } from '../lib/useAction';
import { InlineError } from './InlineError';
import { MessagesIcon } from './icons';

/** Opens the direct chat with a user, and creates it if there is none. Absent without a session. */
export function MessageButton({ username, isPrimary = false }: { username: string; isPrimary?: boolean }) {
  const me = useUser().username;
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const { busy, error, run } = useAction('Error while opening the chat');
  const open = () =>
    run(async () => {
      const { _id } = await createChat([me, username]);
      void mutate(keysOf('chatList'));
      navigate(routes.directMessages.to({ chat: _id }));
    });
  if (!me) return null;
  return (
    <>
      <button
        type="button"
        className={`btn ${isPrimary ? 'btn-primary' : 'btn-outline-secondary btn-sm'}`}
        aria-label={`Message ${username}`}
        aria-disabled={busy}
        onClick={() => void open()}
      >
        <MessagesIcon />
        Message
      </button>
      <InlineError error={error} />
    </>
  );
}
