import { useId, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { CaseKind, FlagReason } from '../../api/generated';
import { flagTextEmpty } from '../../api/sentences';
import { announce } from '../../lib/announce';
import { keysOfTypes } from '../../lib/cacheKeys';
import { ReasonDialog } from '../ReasonDialog';
import { addFlag, reasons, wordOf } from './api';

type Props = { kind: CaseKind; id: string; close: () => void };

const needText: FlagReason[] = ['attention', 'illegal'];

/** Asks why the viewer reports something, and reports it. */
export default function ReportDialog({ kind, id, close }: Props) {
  const { mutate } = useSWRConfig();
  const [reason, setReason] = useState<FlagReason>('spam');
  const name = useId();
  const needsText = needText.includes(reason);
  const onDone = async () => {
    await mutate(keysOfTypes('flags'));
    announce('Reported. Your profile shows what becomes of it.');
  };
  return (
    <ReasonDialog
      title={`Report this ${wordOf(kind)}`}
      action="Report"
      isHarmless
      label={needsText ? 'What is wrong?' : 'What is wrong? (optional)'}
      empty={needsText ? flagTextEmpty : null}
      errorText="Error while reporting"
      call={(text) => addFlag(kind, id, reason, text)}
      onDone={onDone}
      onClose={close}
    >
      Moderators decide. The author does not learn of it.{' '}
      {kind === 'message' &&
        'In a private chat, moderators of the site can then read this message, the one before it and the one after it.'}
      {kind === 'picture' &&
        'Moderators of the site can then see this picture, also where they may not read the text that shows it.'}
      {(kind === 'question' || kind === 'answer' || kind === 'comment') &&
        `In a private community, moderators of the site can then read this ${wordOf(kind)}, and nothing else there.`}
      <span role="radiogroup" aria-label="Reason" className="d-block mt-3">
        {Object.entries(reasons).map(([value, label]) => (
          <label key={value} className="d-block">
            <input
              type="radio"
              name={name}
              className="form-check-input me-2"
              checked={reason === value}
              onChange={() => setReason(value as FlagReason)}
            />
            {label}
          </label>
        ))}
      </span>
    </ReasonDialog>
  );
}
