import { useId, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { limits, type PostKind } from '../../../api/generated';
import { reasonEmpty, reasonTooLong } from '../../../api/sentences';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { useAction } from '../../../lib/useAction';
import { removePost } from './api';
import { useRefresh } from './useRefresh';

type Props = { kind: PostKind; id: string; qid: string; className?: string | undefined };

/** For administrators: takes a post away from everybody, and tells its author why. */
export default function RemoveButton({ kind, id, qid, className }: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className={className} aria-label={`Remove ${kind}`} onClick={() => setAsking(true)}>
        Remove
      </button>
      {isAsking && <Ask kind={kind} id={id} qid={qid} close={() => setAsking(false)} />}
    </>
  );
}

function Ask({ kind, id, qid, close }: Props & { close: () => void }) {
  const { mutate } = useSWRConfig();
  const refresh = useRefresh(qid);
  const { busy, error, setError, run } = useAction(`Error while removing the ${kind}`, async () => {
    await Promise.all([
      refresh(),
      mutate((path) => typeof path === 'string' && path.startsWith('/administration/get')),
    ]);
  });
  const [reason, setReason] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const fieldId = useId();
  const remove = async () => {
    const length = [...reason.trim()].length;
    const problem = length === 0 ? reasonEmpty : length > limits.reason ? reasonTooLong : null;
    if (!problem) return run(() => removePost(id, reason));
    setError(problem);
    field.current?.focus();
    return false;
  };
  return (
    <ConfirmDialog
      title={`Remove this ${kind}?`}
      action="Remove"
      busy={busy}
      error={error}
      onConfirm={remove}
      onClose={close}
    >
      {kind === 'question' ? 'It and its answers go' : 'It goes'} away for everybody, until an administrator restores
      it.{' '}
      <label htmlFor={fieldId} className="form-label mt-3 mb-1">
        Reason, which its author is told
      </label>
      <textarea
        ref={field}
        id={fieldId}
        className="form-control"
        rows={3}
        required
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
