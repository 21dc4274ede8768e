import { useState } from 'react';
import type { Question } from '../../../api/generated';
import { ReasonDialog } from '../../../components/ReasonDialog';
import { announce } from '../../../lib/announce';
import { protectQuestion, unprotectQuestion } from './api';
import { useRefresh } from './useRefresh';

type Props = { question: Question; className?: string | undefined };

/** Protects a question from the answers of new members, or ends that, with a reason. */
export default function ProtectButton({ question: { _id: qid, protectedAt }, className }: Props) {
  const [isAsking, setAsking] = useState(false);
  const refresh = useRefresh(qid);
  const verb = protectedAt ? 'Unprotect' : 'Protect';
  return (
    <>
      <button type="button" className={className} aria-label={`${verb} question`} onClick={() => setAsking(true)}>
        {verb}
      </button>
      {isAsking && (
        <ReasonDialog
          title={`${verb} this question?`}
          action={verb}
          label="Reason (the asker sees it)"
          errorText="Error while changing the protection"
          call={(reason) => (protectedAt ? unprotectQuestion : protectQuestion)(qid, reason)}
          onDone={async () => {
            await refresh();
            announce(protectedAt ? 'The question is no longer protected' : 'The question is protected');
          }}
          onClose={() => setAsking(false)}
        >
          {protectedAt
            ? 'Everybody who can read it can answer it again.'
            : 'New members cannot answer it, until they have read and written here for a while.'}
        </ReasonDialog>
      )}
    </>
  );
}
