import { useId, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { User } from '../../api/generated';
import { limits } from '../../api/generated';
import { Markdown } from '../../components/markdown/Markdown';
import { updateBiography, userPath } from './api';
import styles from './Profile.module.css';

/** What a user says of himself; the owner edits it in place. */
export function Biography({ user, isOwner }: { user: User; isOwner: boolean }) {
  const [draft, setDraft] = useState<string | null>(null);
  const [message, setMessage] = useState<{ text: string; failed: boolean } | null>(null);
  const { mutate } = useSWRConfig();
  const id = useId();

  const save = async () => {
    try {
      await mutate(userPath(user.username), updateBiography(user.username, draft ?? ''), { revalidate: false });
      setDraft(null);
      setMessage({ text: 'Biography updated!', failed: false });
    } catch {
      setMessage({ text: 'Failed to update biography.', failed: true });
    }
  };
  return (
    <div>
      <h3 className="h6">
        <label htmlFor={id}>Biography</label>
      </h3>
      {draft === null ? (
        <>
          {user.biography ? <Markdown text={user.biography} /> : <p className="muted">Nothing here yet.</p>}
          {isOwner && (
            <button
              type="button"
              className="btn btn-outline-secondary btn-sm mt-2"
              onClick={() => {
                setMessage(null);
                setDraft(user.biography);
              }}
            >
              Edit
            </button>
          )}
        </>
      ) : (
        <>
          <textarea
            id={id}
            className="form-control mb-2"
            rows={5}
            maxLength={limits.biography}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
          />
          <div className={styles.row}>
            <button type="button" className="btn btn-primary btn-sm" onClick={save}>
              Save
            </button>
            <button
              type="button"
              className="btn btn-outline-secondary btn-sm"
              onClick={() => {
                setMessage(null);
                setDraft(null);
              }}
            >
              Cancel
            </button>
          </div>
        </>
      )}
      <p role="status" className={message?.failed ? 'error-line' : 'success-line'}>
        {message?.text}
      </p>
    </div>
  );
}
