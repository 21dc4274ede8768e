import { useRef, useState } from 'react';
import { leave } from '../../lib/session';
import { deleteUser } from './api';
import styles from './Profile.module.css';

/** Deletes one's own account, after asking. */
export function DeleteUser({ username }: { username: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [failed, setFailed] = useState(false);

  const confirm = async () => {
    dialog.current?.close();
    setFailed(false);
    try {
      await deleteUser(username);
      leave(`User "${username}" deleted successfully.`);
    } catch {
      setFailed(true);
    }
  };
  return (
    <section className={styles.danger}>
      <h2>Danger Zone</h2>
      <p className="muted">What you wrote stays, without your name. Nobody can take your name after you.</p>
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
