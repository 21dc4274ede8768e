import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import type { Failure } from '../lib/failure';
import styles from './ConfirmDialog.module.css';
import { InlineError } from './InlineError';

type Props = {
  title: ReactNode;
  /** The consequences. */
  children: ReactNode;
  /** The label of the confirming button. */
  action: string;
  /** Whether the action takes nothing from others: its button is the filled one. */
  isHarmless?: boolean | undefined;
  busy: boolean;
  error: Failure | null;
  /** Performs the action and returns whether it succeeded. */
  onConfirm: () => Promise<boolean>;
  /** Runs when the dialog closes, confirmed or not. */
  onClose: () => void;
};

/** Asks for a confirmation while it is rendered. */
export function ConfirmDialog({ title, children, action, isHarmless, busy, error, onConfirm, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const confirm = async () => {
    if (await onConfirm()) dialog.current?.close();
  };
  return (
    // A click outside does not close it: typed text would be lost.
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={headingId}
      closedby="closerequest"
      onClose={onClose}
    >
      <h2 id={headingId}>{title}</h2>
      <p className="mb-0">{children}</p>
      <InlineError error={error} />
      <div className={styles.actions}>
        {/* First, so that the dialog opens with the focus on the harmless button. */}
        <button type="button" className="btn btn-outline-secondary" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
        <button
          type="button"
          className={`btn ${isHarmless ? 'btn-primary' : 'btn-outline-danger'}`}
          aria-disabled={busy}
          onClick={confirm}
        >
          {action}
        </button>
      </div>
    </dialog>
  );
}
