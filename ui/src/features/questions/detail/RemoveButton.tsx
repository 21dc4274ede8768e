import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { PostKind } from '../../../api/generated';
import { ReasonDialog } from '../../../components/ReasonDialog';
import { keysOfTypes } from '../../../lib/cacheKeys';
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
  return (
    <ReasonDialog
      title={`Remove this ${kind}?`}
      action="Remove"
      label="Reason (the author sees it)"
      errorText={`Error while removing the ${kind}`}
      call={(reason) => removePost(remover, id, reason)}
      onDone={() => Promise.all([refresh(), mutate(keysOfTypes('administration', 'removals'))])}
      onClose={close}
    >
      {kind === 'question' ? 'It and its answers go' : 'It goes'} away for everybody, until{' '}
      {remover === 'moderator' && 'a moderator of the community or '}a moderator of the site restores it.
    </ReasonDialog>
  );
}
