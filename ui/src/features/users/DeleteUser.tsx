import { useRef, useState } from 'react';
import { deleteUser } from './api';
import styles from './ProfilePage.module.css';

/** How long the farewell can be read before the login appears, in milliseconds. */
const farewell = 1500;

/** Deletes one's own account, after asking. */
export function DeleteUser({ username }: { username: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [message, setMessage] = useState<{ text: string; failed: boolean } | null>(null);

  const confirm = async () => {
    dialog.current?.close();
    try {
      await deleteUser(username);
      setMessage({ text: `User "${username}" deleted successfully.`, failed: false });
      setTimeout(() => location.replace('/'), farewell);
    } catch (error) {
      console.error(error);
      setMessage({ text: 'Failed to delete user.', failed: true });
    }
  };
  return (
    <section className={styles.danger}>
      <h2>Danger Zone</h2>
      <p className="muted">What you wrote stays, without your name. Nobody can take your name after you.</p>
      <button type="button" className="btn btn-outline-danger" onClick={() => dialog.current?.showModal()}>
        Delete This User
      </button>
      <p role="alert" className={message?.failed ? 'error-line' : 'success-line'}>
        {message?.text}
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
