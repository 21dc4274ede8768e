import { type FormEvent, useId, useState } from 'react';
import type { User } from '../../api/generated';
import { Markdown } from '../../components/markdown/Markdown';
import { updateBiography } from './api';

type BiographyProps = { user: User; isOwner: boolean; onSaved: (user: User) => void };

/** What users say about themselves; the owner can edit it in place. */
export function Biography({ user, isOwner, onSaved }: BiographyProps) {
  const [draft, setDraft] = useState<string>();
  const [status, setStatus] = useState<string>();
  const [error, setError] = useState<string>();
  const id = useId();

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (draft === undefined) return;
    setError(undefined);
    try {
      onSaved(await updateBiography(user.username, draft));
      setDraft(undefined);
      setStatus('Biography updated!');
    } catch (thrown) {
      console.error(thrown);
      setError('Failed to update biography.');
    }
  };
  const cancel = () => {
    setDraft(undefined);
    setError(undefined);
  };
  const edit = () => {
    setDraft(user.biography);
    setStatus(undefined);
  };
  return (
    <>
      <h3 className="h6 muted" id={id}>
        Biography
      </h3>
      {draft === undefined ? (
        <>
          {user.biography ? <Markdown text={user.biography} /> : <p className="muted mb-0">No biography yet.</p>}
          {isOwner && (
            <button className="btn btn-outline-secondary btn-sm mt-2" type="button" onClick={edit}>
              Edit
            </button>
          )}
        </>
      ) : (
        <form onSubmit={save}>
          <textarea
            className="form-control mb-2"
            rows={5}
            aria-labelledby={id}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
          />
          <button className="btn btn-primary btn-sm me-2" type="submit">
            Save
          </button>
          <button className="btn btn-outline-secondary btn-sm" type="button" onClick={cancel}>
            Cancel
          </button>
        </form>
      )}
      <p className="mt-2 mb-0" role="status">
        {status}
      </p>
      <p className="error" role="alert">
        {error}
      </p>
    </>
  );
}
