import { useId, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { type CaseKind, type FlagReason, limits } from '../../api/generated';
import { flagTextEmpty, reasonTooLong } from '../../api/sentences';
import { announce } from '../../lib/announce';
import { keysOfTypes } from '../../lib/cacheKeys';
import { useAction } from '../../lib/useAction';
import { ConfirmDialog } from '../ConfirmDialog';
import { addFlag, reasons, wordOf } from './api';

type Props = { kind: CaseKind; id: string; close: () => void };

const needText: FlagReason[] = ['attention', 'illegal'];

/** Asks why the viewer reports something, and reports it. */
export default function ReportDialog({ kind, id, close }: Props) {
  const { mutate } = useSWRConfig();
  const { busy, error, setError, run } = useAction('Error while reporting', () => mutate(keysOfTypes('flags')));
  const [reason, setReason] = useState<FlagReason>('spam');
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const fieldId = useId();
  const report = async () => {
    const length = [...text.trim()].length;
    const problem =
      length === 0 && needText.includes(reason) ? flagTextEmpty : length > limits.reason ? reasonTooLong : null;
    if (problem) {
      setError(problem);
      field.current?.focus();
      return false;
    }
    const isSent = await run(() => addFlag(kind, id, reason, text));
    if (isSent) announce('Reported. Your profile shows what becomes of it.');
    return isSent;
  };
  return (
    <ConfirmDialog
      title={`Report this ${wordOf(kind)}`}
      action="Report"
      busy={busy}
      error={error}
      onConfirm={report}
      onClose={close}
    >
      Moderators decide. The author does not learn of it.{' '}
      {kind === 'message' &&
        'In a private chat, moderators of the site can then read this message, the one before it and the one after it.'}
      {(kind === 'question' || kind === 'answer' || kind === 'comment') &&
        `In a private community, moderators of the site can then read this ${wordOf(kind)}, and nothing else there.`}
      <span role="radiogroup" aria-label="Reason" className="d-block mt-3">
        {Object.entries(reasons).map(([value, label]) => (
          <label key={value} className="d-block">
            <input
              type="radio"
              name={fieldId}
              className="form-check-input me-2"
              checked={reason === value}
              onChange={() => {
                setReason(value as FlagReason);
                setError(null);
              }}
            />
            {label}
          </label>
        ))}
      </span>
      <label htmlFor={fieldId} className="form-label d-block mt-3 mb-1">
        {needText.includes(reason) ? 'What is wrong?' : 'What is wrong? (optional)'}
      </label>
      <textarea
        ref={field}
        id={fieldId}
        className="form-control"
        rows={3}
        dir="auto"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </ConfirmDialog>
  );
}
