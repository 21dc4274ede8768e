import { useState } from 'react';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { announce } from '../../../lib/announce';
import { useAction } from '../../../lib/useAction';
import { purgeRevision } from './api';

type Props = { postId: string; revisionId: string; refresh: () => Promise<unknown> };

/** Purges an earlier version of a post after a confirmation, then refreshes the history. */
export function PurgeRevision({ postId, revisionId, refresh }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { busy, error, run } = useAction('Error while purging the version', refresh);
  const purge = async () => {
    const isPurged = await run(() => purgeRevision(postId, revisionId));
    if (isPurged) announce('The version is purged');
    return isPurged;
  };
  return (
    <>
      <button type="button" className="btn btn-outline-secondary btn-sm" onClick={() => setAsking(true)}>
        Purge
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Purge this version?"
          action="Purge"
          busy={busy}
          error={error}
          onConfirm={purge}
          onClose={() => setAsking(false)}
        >
          Its text is removed for good, for everyone. That there was a version, by whom and when, stays. Backups made
          before still contain it.
        </ConfirmDialog>
      )}
    </>
  );
}
