import { ReasonDialog } from '../../../components/ReasonDialog';
import { announce } from '../../../lib/announce';
import { useRefresh } from '../detail/useRefresh';
import { setProtection } from './api';

type Props = { qid: string; isProtected: boolean; close: () => void };

/** Protects a question from the answers of new members, or ends that, with a reason. */
export function ProtectDialog({ qid, isProtected, close }: Props) {
  const refresh = useRefresh(qid);
  const verb = isProtected ? 'Unprotect' : 'Protect';
  const done = async () => {
    await refresh();
    announce(isProtected ? 'The question is no longer protected' : 'The question is protected');
  };
  return (
    <ReasonDialog
      title={`${verb} this question?`}
      action={verb}
      isHarmless
      label="Reason (the asker sees it)"
      errorText="Error while changing the protection"
      call={(reason) => setProtection(qid, !isProtected, reason)}
      onDone={done}
      onClose={close}
    >
      {isProtected
        ? 'Everybody who can read it can answer it again.'
        : 'New members cannot answer it, until they have read and written here for a while.'}
    </ReasonDialog>
  );
}
