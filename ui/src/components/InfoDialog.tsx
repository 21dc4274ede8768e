import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './InfoDialog.module.css';

/** Tells something, for as long as it is there. */
export function InfoDialog({ title, children, onClose }: { title: string; children: ReactNode; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={headingId} closedby="any" onClose={onClose}>
      <h2 id={headingId}>{title}</h2>
      {children}
      <button type="button" className="btn btn-primary" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
