import type { Message } from '../../api/generated';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { useAction } from '../../lib/useAction';
import { deleteMessage, removeMessage } from './api';

type Props = { message: Message; isOwn: boolean; close: () => void };

/** Asks before a message of the global chat is removed. */
export function RemoveMessageDialog({ message: { _id, msgFrom }, isOwn, close }: Props) {
  const { busy, error, run } = useAction('Error while removing the message');
  // The event removes it from the list, here too.
  const remove = () => run(() => (isOwn ? deleteMessage(_id) : removeMessage(_id)));
  return (
    <ConfirmDialog
      title="Remove this message?"
      action="Remove"
      busy={busy}
      error={error}
      onConfirm={remove}
      onClose={close}
    >
      It goes away for everybody, and nobody can restore it.
      {!isOwn && (
        <>
          {' '}
          The log keeps that you removed a message by <bdi>{msgFrom}</bdi>.
        </>
      )}
    </ConfirmDialog>
  );
}
