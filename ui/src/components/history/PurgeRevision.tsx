import { useState } from 'react';
import { announce } from '../../lib/announce';
import { useAction } from '../../lib/useAction';
import { ConfirmDialog } from '../ConfirmDialog';

type Props = { purge: () => Promise<unknown>; refresh: () => Promise<unknown> };

/** Purges an earlier version after a confirmation, then refreshes the history. */
export function PurgeRevision({ purge, refresh }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { busy, error, run } = useAction('Error while purging the version', refresh);
  const confirm = async () => {
    const isPurged = await run(purge);
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
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        >
          Its text is removed for good, for everyone. That there was a version, by whom and when, stays. Backups made
          before still contain it.
        </ConfirmDialog>
      )}
    </>
  );
}
