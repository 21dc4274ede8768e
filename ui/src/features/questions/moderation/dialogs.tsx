import { useSWRConfig } from 'swr';
import { ReasonDialog } from '../../../components/ReasonDialog';
import { announce } from '../../../lib/announce';
import { isPermissions } from '../detail/permissions';
import { useRefresh } from '../detail/useRefresh';
import { reopenQuestion, setLock, undoMerge, undoMove } from './api';

type Props = { qid: string; close: () => void };

/** The label of a reason that the author sees. */
export const reasonLabel = 'Reason (the author sees it)';

/** Returns what follows an action on a question: it is fetched again, and the viewer hears that it is done. */
export function useDone(qid: string, done: string): () => Promise<void> {
  const refresh = useRefresh(qid);
  const { mutate } = useSWRConfig();
  return async () => {
    await Promise.all([refresh(), mutate(isPermissions)]);
    announce(done);
  };
}

/** Reopens a question that a moderator has closed. */
export function ReopenDialog({ qid, close }: Props) {
  return (
    <ReasonDialog
      title="Reopen this question?"
      action="Reopen"
      isHarmless
      label={reasonLabel}
      errorText="Error while reopening the question"
      call={(reason) => reopenQuestion(qid, reason)}
      onDone={useDone(qid, 'The question is open')}
      onClose={close}
    >
      It takes answers again.
    </ReasonDialog>
  );
}

/** Locks a question, or unlocks it. */
export function LockDialog({ qid, isLocked, close }: Props & { isLocked: boolean }) {
  const onDone = useDone(qid, isLocked ? 'The question is unlocked' : 'The question is locked');
  return (
    <ReasonDialog
      title={isLocked ? 'Unlock this question?' : 'Lock this question?'}
      action={isLocked ? 'Unlock' : 'Lock'}
      isHarmless
      label={reasonLabel}
      errorText={`Error while ${isLocked ? 'unlocking' : 'locking'} the question`}
      call={(reason) => setLock(qid, !isLocked, reason)}
      onDone={onDone}
      onClose={close}
    >
      {isLocked
        ? 'Everybody who reads it can answer, comment and vote again.'
        : 'Until it is unlocked, only moderators answer, comment, vote and edit there.'}
    </ReasonDialog>
  );
}

/** Returns a moved question to where it was. */
export function UndoMoveDialog({ qid, close }: Props) {
  return (
    <ReasonDialog
      title="Undo the latest move?"
      action="Undo the move"
      isHarmless
      label={reasonLabel}
      errorText="Error while undoing the move"
      call={(reason) => undoMove(qid, reason)}
      onDone={useDone(qid, 'The question is where it was')}
      onClose={close}
    >
      The question returns to where it was before. This can be done for 30 days.
    </ReasonDialog>
  );
}

/** Returns the answers of a merged question, which is again as it was. */
export function UndoMergeDialog({ qid, close }: Props) {
  return (
    <ReasonDialog
      title="Undo the merge?"
      action="Undo the merge"
      isHarmless
      label={reasonLabel}
      errorText="Error while undoing the merge"
      call={(reason) => undoMerge(qid, reason)}
      onDone={useDone(qid, 'The answers are back')}
      onClose={close}
    >
      Its answers return to this question, with what was written under them since. What was written in the other
      question stays there. This can be done for 30 days.
    </ReasonDialog>
  );
}
