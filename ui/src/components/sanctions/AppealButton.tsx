import { useId, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { appealLimit } from '../../api/generated';
import { appealEmpty, appealTooLong } from '../../api/sentences';
import { announce } from '../../lib/announce';
import { keysOfTypes } from '../../lib/cacheKeys';
import { useAction } from '../../lib/useAction';
import { ConfirmDialog } from '../ConfirmDialog';
import { appeal } from './api';

/** Appeals an action that concerns the viewer, by its entry of the log. */
export function AppealButton({ logId }: { logId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn btn-sm btn-outline-secondary" onClick={() => setOpen(true)}>
        Appeal…
      </button>
      {isOpen && <AppealDialog logId={logId} close={() => setOpen(false)} />}
    </>
  );
}

function AppealDialog({ logId, close }: { logId: string; close: () => void }) {
  const { mutate } = useSWRConfig();
  const { busy, error, setError, run } = useAction('Error while appealing', () => mutate(keysOfTypes('moderation')));
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const send = async () => {
    const length = [...text.trim()].length;
    const problem = length === 0 ? appealEmpty : length > appealLimit ? appealTooLong : null;
    if (problem) {
      setError(problem);
      field.current?.focus();
      return false;
    }
    const isSent = await run(() => appeal(logId, text));
    if (isSent) announce('The moderators have your appeal. You are told their decision.');
    return isSent;
  };
  return (
    <ConfirmDialog title="Appeal" action="Send" isHarmless busy={busy} error={error} onConfirm={send} onClose={close}>
      You can appeal once. Another moderator decides, if there is one, and you are told the decision.
      <label htmlFor={id} className="form-label d-block mt-3 mb-1">
        Why do you disagree?
      </label>
      <textarea
        ref={field}
        id={id}
        className="form-control"
        rows={4}
        dir="auto"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </ConfirmDialog>
  );
}
