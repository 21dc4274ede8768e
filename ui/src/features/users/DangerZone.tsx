import { useState } from 'react';
import { Dialog } from '../../components/Dialog';
import { leave } from '../../lib/session';
import { deleteUser } from './api';
import styles from './ProfilePage.module.css';

/** Deletes one's own account, after a confirmation. */
export function DangerZone({ username }: { username: string }) {
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<string>();
  const close = () => {
    setAsking(false);
    setError(undefined);
  };
  const confirm = async () => {
    try {
      await deleteUser(username);
      leave(`User "${username}" deleted successfully.`);
    } catch (thrown) {
      console.error(thrown);
      setError('Failed to delete user.');
    }
  };
  return (
    <>
      <p>The account goes for good. What you wrote stays, without your name.</p>
      <button className="btn btn-outline-danger" type="button" onClick={() => setAsking(true)}>
        Delete This User
      </button>
      {isAsking && (
        <Dialog className={styles.dialog} label="Delete this user?" onClose={close}>
          <h2>Delete this user?</h2>
          <p>
            <b>{username}</b> cannot be brought back, and nobody can take the name again.
          </p>
          <button className="btn btn-outline-secondary me-2" type="button" onClick={close}>
            Cancel
          </button>
          <button className="btn btn-outline-danger" type="button" onClick={confirm}>
            Delete User
          </button>
          <p className="error" role="alert">
            {error}
          </p>
        </Dialog>
      )}
    </>
  );
}
