import { useRef, useState } from 'react';
import { Cancelled } from '../../lib/passwordPrompt';
import { leaveToLandingPage } from '../../lib/session';
import { deleteUser } from './api';
import styles from './Profile.module.css';

/** Deletes the viewer's account after a confirmation. */
export function DeleteUser({ username }: { username: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [failed, setFailed] = useState(false);

  const confirm = async () => {
    dialog.current?.close();
    setFailed(false);
    try {
      await deleteUser(username);
      leaveToLandingPage(`User "${username}" deleted successfully.`);
    } catch (error) {
      setFailed(!(error instanceof Cancelled));
    }
  };
  return (
    <section className={styles.danger}>
      <h2>Danger Zone</h2>
      <p className="muted">Your posts stay, without your name. Your name stays reserved.</p>
      <button type="button" className="btn btn-outline-danger" onClick={() => dialog.current?.showModal()}>
        Delete This User
      </button>
      <p role="alert" className="error-line">
        {failed && 'Failed to delete user.'}
      </p>
      <dialog ref={dialog} className={styles.dialog} aria-labelledby="delete-user" closedby="any">
        <h2 id="delete-user">Delete {username}?</h2>
        <p>This cannot be undone.</p>
        <div className={styles.row}>
          {/* biome-ignore lint/a11y/noAutofocus: a dialog moves the focus, and to its harmless end */}
          <button type="button" className="btn btn-outline-secondary" autoFocus onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="button" className="btn btn-outline-danger" onClick={confirm}>
            Delete
          </button>
        </div>
      </dialog>
    </section>
  );
}
