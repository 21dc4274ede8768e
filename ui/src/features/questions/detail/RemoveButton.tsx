import { useId, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { limits, type PostKind } from '../../../api/generated';
import { reasonEmpty, reasonTooLong } from '../../../api/sentences';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { keysOfTypes } from '../../../lib/cacheKeys';
import { useAction } from '../../../lib/useAction';
import { type Remover, removePost } from './api';
import { useRefresh } from './useRefresh';

type Props = { remover: Remover; kind: PostKind; id: string; qid: string; className?: string | undefined };

/** Removes a post for all users and tells its author why. */
export default function RemoveButton({ className, ...post }: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className={className} aria-label={`Remove ${post.kind}`} onClick={() => setAsking(true)}>
        Remove
      </button>
      {isAsking && <RemoveDialog {...post} close={() => setAsking(false)} />}
    </>
  );
}

function RemoveDialog({ remover, kind, id, qid, close }: Props & { close: () => void }) {
  const { mutate } = useSWRConfig();
  const refresh = useRefresh(qid);
  const { busy, error, setError, run } = useAction(`Error while removing the ${kind}`, async () => {
    await Promise.all([refresh(), mutate(keysOfTypes('administration', 'removals'))]);
  });
  const [reason, setReason] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const fieldId = useId();
  const remove = async () => {
    const length = [...reason.trim()].length;
    const problem = length === 0 ? reasonEmpty : length > limits.reason ? reasonTooLong : null;
    if (!problem) return run(() => removePost(remover, id, reason));
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
      {kind === 'question' ? 'It and its answers go' : 'It goes'} away for everybody, until{' '}
      {remover === 'moderator' && 'a moderator of the community or '}a moderator of the site restores it.
      <label htmlFor={fieldId} className="form-label d-block mt-3 mb-1">
        Reason (the author sees it)
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
