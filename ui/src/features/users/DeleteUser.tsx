import { useRef, useState } from 'react';
import { InlineError } from '../../components/InlineError';
import { type Failure, failureOf } from '../../lib/failure';
import { leaveToLandingPage } from '../../lib/session';
import { deleteUser } from './api';
import styles from './Profile.module.css';

/** Deletes the viewer's account after a confirmation. */
export function DeleteUser({ username }: { username: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [failed, setFailed] = useState<Failure | null>(null);
  const [posts, setPosts] = useState<'keep' | 'remove'>('keep');

  const confirm = async () => {
    dialog.current?.close();
    setFailed(null);
    try {
      await deleteUser(username, posts);
      leaveToLandingPage(`User "${username}" deleted successfully.`);
    } catch (failure) {
      setFailed(failureOf('Failed to delete user.', failure));
    }
  };
  return (
    <section className={styles.danger}>
      <h2>Danger Zone</h2>
      <p className="muted">Your name stays reserved. You choose what happens to your posts.</p>
      <button type="button" className="btn btn-outline-danger" onClick={() => dialog.current?.showModal()}>
        Delete This User
      </button>
      <InlineError error={failed} />
      <dialog ref={dialog} className={styles.dialog} aria-labelledby="delete-user" closedby="any">
        <h2 id="delete-user">Delete {username}?</h2>
        <fieldset>
          <legend className="fs-6">Your questions, answers, comments and messages</legend>
          <label className="form-check">
            <input
              className="form-check-input"
              type="radio"
              name="posts"
              checked={posts === 'keep'}
              onChange={() => setPosts('keep')}
            />
            Keep my posts without my name
          </label>
          <label className="form-check">
            <input
              className="form-check-input"
              type="radio"
              name="posts"
              checked={posts === 'remove'}
              onChange={() => setPosts('remove')}
            />
            Remove them, with the answers of others to my questions
          </label>
        </fieldset>
        <p className="small muted mt-2">
          Your sessions, devices, mail address, stars and unused pictures go at once. Earlier versions of your texts,
          removed texts and your name in the log of the moderators are erased within 30 days. Backups of the operator
          are not changed.
        </p>
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
