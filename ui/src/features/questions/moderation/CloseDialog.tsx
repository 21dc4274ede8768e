import { useId, useState } from 'react';
import type { CloseReason } from '../../../api/generated';
import { closeReasons } from '../../../components/closeReasons';
import { ReasonDialog } from '../../../components/ReasonDialog';
import { closeQuestion } from './api';
import { useDone } from './dialogs';

/** Closes a question with one of five reasons, and says what to do next. */
export function CloseDialog({ qid, close }: { qid: string; close: () => void }) {
  const [reason, setReason] = useState<CloseReason>('duplicate');
  const name = useId();
  return (
    <ReasonDialog
      title="Close this question?"
      action="Close"
      isHarmless
      label="What to do next (on the question, for everybody)"
      empty="Please say what to do next"
      errorText="Error while closing the question"
      call={(note) => closeQuestion(qid, reason, note)}
      onDone={useDone(qid, 'The question is closed')}
      onClose={close}
    >
      It stays readable, but takes no new answers until a moderator reopens it.
      <span role="radiogroup" aria-label="Reason" className="d-block mt-3">
        {(Object.keys(closeReasons) as CloseReason[]).map((value) => (
          <label key={value} className="d-block">
            <input
              type="radio"
              name={name}
              className="form-check-input me-2"
              checked={reason === value}
              onChange={() => setReason(value)}
            />
            {closeReasons[value].replace(/^./, (letter) => letter.toUpperCase())}
          </label>
        ))}
      </span>
    </ReasonDialog>
  );
}
