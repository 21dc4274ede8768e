import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './InfoDialog.module.css';

type Props = {
  title: string;
  children: ReactNode;
  /** Whether it is told only once, and so is not closed by a click beside it. */
  isOnce?: boolean;
  onClose: () => void;
};

/** Tells something, for as long as it is there. */
export function InfoDialog({ title, children, isOnce = false, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // One reads it from its beginning, and does not land at the button after it.
    heading.current?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={headingId}
      closedby={isOnce ? 'closerequest' : 'any'}
      onClose={onClose}
    >
      <h2 ref={heading} id={headingId} tabIndex={-1} className={styles.heading}>
        {title}
      </h2>
      {children}
      <button type="button" className="btn btn-primary" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
