import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import styles from './InfoDialog.module.css';

type Props = {
  title: string;
  children: ReactNode;
  /** Whether the content is shown only once. A click outside then does not close the dialog. */
  isOnce?: boolean;
  onClose: () => void;
};

/** Shows information while it is rendered. */
export function InfoDialog({ title, children, isOnce = false, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    // The focus starts at the heading, not at the button after the text.
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
      <button type="button" className="btn btn-outline-secondary" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
