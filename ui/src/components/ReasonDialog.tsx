import { type ReactNode, useId, useRef, useState } from 'react';
import { reasonEmpty } from '../api/sentences';
import { useAction } from '../lib/useAction';
import { reason as validateReason } from '../lib/validation';
import { ConfirmDialog } from './ConfirmDialog';

type Props = {
  title: ReactNode;
  /** The consequences, and further fields. */
  children: ReactNode;
  /** The label of the confirming button. */
  action: string;
  /** Whether the action takes nothing from others. */
  isHarmless?: boolean;
  /** The label of the text field. */
  label?: string;
  /** The error of an empty text. Null: the text may be empty. */
  empty?: string | null;
  /** The message if the action fails. */
  errorText: string;
  /** Returns what is wrong with the further fields. */
  check?: () => string | null;
  /** Performs the action with the text. */
  call: (reason: string) => Promise<unknown>;
  /** Runs after the action, before the dialog closes. */
  onDone?: () => Promise<unknown>;
  /** Runs when the dialog closes, confirmed or not. */
  onClose: () => void;
};

/** Asks for a confirmation and a reason while it is rendered. A change of any field removes the error. */
export function ReasonDialog(props: Props) {
  const { label = 'Reason', empty = reasonEmpty, errorText, check, call, onDone, children, ...dialog } = props;
  const { busy, error, setError, run } = useAction(errorText, onDone);
  const [reason, setReason] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const fieldId = useId();
  const confirm = async () => {
    const fieldProblem = check?.() ?? null;
    const problem = fieldProblem ?? validateReason(reason, empty);
    if (!problem) return run(() => call(reason));
    setError(problem);
    if (!fieldProblem) field.current?.focus();
    return false;
  };
  return (
    <ConfirmDialog {...dialog} busy={busy} error={error} onConfirm={confirm}>
      <span onChange={() => setError(null)}>
        {children}
        <label htmlFor={fieldId} className="form-label d-block mt-3 mb-1">
          {label}
        </label>
        <textarea
          ref={field}
          id={fieldId}
          className="form-control"
          rows={3}
          dir="auto"
          required={empty !== null}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </span>
    </ConfirmDialog>
  );
}
