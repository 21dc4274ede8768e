import { useSWRConfig } from 'swr';
import type { Message } from '../../api/generated';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { announce } from '../../lib/announce';
import { useAction } from '../../lib/useAction';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { deleteMessage, removeMessage } from './api';
import { messageRemoved } from './cache';

type Props = { message: Message; isOwn: boolean; close: () => void };

/** Asks before a message of the global chat is removed. */
export default function RemoveMessageDialog({ message: { _id, msgFrom }, isOwn, close }: Props) {
  const edit = useCacheEditor();
  const { mutate } = useSWRConfig();
  const { busy, error, run } = useAction('Error while removing the message');
  const remove = () =>
    run(async () => {
      messageRemoved({ edit, mutate }, await (isOwn ? deleteMessage(_id) : removeMessage(_id)));
      announce('The message is removed');
    });
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
