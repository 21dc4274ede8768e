import type { Message } from '../../api/generated';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { ReasonDialog } from '../../components/ReasonDialog';
import { useAction } from '../../lib/useAction';
import { deleteMessage, removeMessage } from './api';

type Props = { message: Message; isOwn: boolean; close: () => void };

const title = 'Remove this message?';
const errorText = 'Error while removing the message';
const consequence = 'It goes away for everybody, and nobody can restore it.';

/** Asks before a message of the global chat is removed; moderators for a reason. The event removes it from the list. */
export function RemoveMessageDialog({ message, isOwn, close }: Props) {
  if (isOwn) return <OwnDialog id={message._id} close={close} />;
  const author = <bdi>{message.msgFrom}</bdi>;
  return (
    <ReasonDialog
      title={title}
      action="Remove"
      errorText={errorText}
      call={(reason) => removeMessage(message._id, reason)}
      onClose={close}
    >
      {consequence} {author} sees the reason. The log keeps that you removed a message by {author}.
    </ReasonDialog>
  );
}

function OwnDialog({ id, close }: { id: string; close: () => void }) {
  const { busy, error, run } = useAction(errorText);
  const remove = () => run(() => deleteMessage(id));
  return (
    <ConfirmDialog title={title} action="Remove" busy={busy} error={error} onConfirm={remove} onClose={close}>
      {consequence}
    </ConfirmDialog>
  );
}
