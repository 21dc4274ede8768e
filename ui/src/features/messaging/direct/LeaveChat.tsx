import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { announce } from '../../../lib/announce';
import { routes } from '../../../lib/routes';
import { useAction } from '../../../lib/useAction';
import { leaveChat } from '../api';
import { isChatList, unreadChatsKey } from '../keys';

/** Leaves a chat after a confirmation, and shows the list of chats. */
export function LeaveChat({ id }: { id: string }) {
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const [isAsking, setAsking] = useState(false);
  const { busy, error, run } = useAction('Error while leaving the chat');
  const leave = async () => {
    if (!(await run(() => leaveChat(id)))) return false;
    void mutate(isChatList);
    void mutate(unreadChatsKey);
    announce('You have left the chat');
    navigate(routes.directMessages.to());
    return true;
  };
  return (
    <>
      <button type="button" className="btn btn-outline-secondary btn-sm" onClick={() => setAsking(true)}>
        Leave
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Leave this chat?"
          action="Leave"
          busy={busy}
          error={error}
          onConfirm={leave}
          onClose={() => setAsking(false)}
        >
          You no longer see it or receive its messages. It goes on for the others, with the messages you wrote.
        </ConfirmDialog>
      )}
    </>
  );
}
