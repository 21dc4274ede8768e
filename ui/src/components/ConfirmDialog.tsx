import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './ConfirmDialog.module.css';
import { ErrorLine } from './ErrorLine';

type Props = {
  title: ReactNode;
  /** What follows from it. */
  children: ReactNode;
  /** What the button that confirms says. */
  action: string;
  busy: boolean;
  error: string | null;
  /** Does it, and tells whether it was done. */
  onConfirm: () => Promise<boolean>;
  /** It is closed, whether confirmed or not. */
  onClose: () => void;
};

/** Asks before something is done, for as long as it is there. */
export function ConfirmDialog({ title, children, action, busy, error, onConfirm, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const confirm = async () => {
    if (await onConfirm()) dialog.current?.close();
  };
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={headingId} closedby="any" onClose={onClose}>
      <h2 id={headingId}>{title}</h2>
      <p className="mb-0">{children}</p>
      <ErrorLine error={error} />
      <div className={styles.actions}>
        {/* First, so that the dialog opens with the focus at its harmless end. */}
        <button type="button" className="btn btn-outline-secondary" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
        <button type="button" className="btn btn-outline-danger" aria-disabled={busy} onClick={confirm}>
          {action}
        </button>
      </div>
    </dialog>
  );
}
