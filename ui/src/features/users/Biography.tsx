import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Profile, User } from '../../api/generated';
import { DraftNotice } from '../../components/DraftNotice';
import { InlineError } from '../../components/InlineError';
import { Markdown } from '../../components/markdown/Markdown';
import { learnSizes } from '../../components/markdown/pictureSizes';
import { PictureButton } from '../../components/uploads/PictureButton';
import { useUploads } from '../../components/uploads/useUploads';
import { type Failure, failureOf } from '../../lib/failure';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { useDraft } from '../../lib/useDraft';
import { useReturnFocus } from '../../lib/useReturnFocus';
import { updateBiography } from './api';
import { userUpdated } from './cache';
import styles from './Profile.module.css';

/** Shows a user's biography. The owner edits it in place. */
export function Biography({ user, isOwner }: { user: Profile; isOwner: boolean }) {
  learnSizes(user.pictures);
  const [isEditing, setEditing] = useState(false);
  const [statusText, setSaid] = useState('');
  const edit = useReturnFocus<HTMLButtonElement>(isEditing);
  const id = useId();
  return (
    <div>
      <h3 className="h6">
        <label htmlFor={id}>Biography</label>
      </h3>
      {isEditing ? (
        <BiographyForm
          id={id}
          user={user}
          close={(statusText) => {
            setSaid(statusText);
            setEditing(false);
          }}
        />
      ) : (
        <>
          {user.biography ? <Markdown text={user.biography} /> : <p className="muted">Nothing here yet.</p>}
          {isOwner && (
            <button
              ref={edit}
              type="button"
              className="btn btn-outline-secondary btn-sm mt-2"
              onClick={() => {
                setSaid('');
                setEditing(true);
              }}
            >
              Edit
            </button>
          )}
        </>
      )}
      <p role="status" className="success-line">
        {statusText}
      </p>
    </div>
  );
}

type FormProps = {
  /** The id of the field, which has a label already. */
  id: string;
  user: User;
  /** Closes the form with a status message. */
  close: (statusText: string) => void;
};

function BiographyForm({ id, user: { username, biography }, close }: FormProps) {
  const draft = useDraft('biography', { text: biography });
  const { text } = draft.fields;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Failure | null>(null);
  const edit = useCacheEditor();
  const field = useRef<HTMLTextAreaElement>(null);
  const { choose, uploads } = useUploads(field);
  useLayoutEffect(() => field.current?.focus(), []);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      userUpdated(edit, await updateBiography(username, text));
      draft.finish();
      close('Biography updated!');
    } catch (failure) {
      setError(failureOf('Failed to update biography.', failure));
      setBusy(false);
    }
  };
  return (
    <form onSubmit={save} noValidate>
      <DraftNotice draft={draft} />
      <textarea
        ref={field}
        id={id}
        className="form-control mb-2"
        rows={5}
        value={text}
        readOnly={busy}
        aria-describedby={`${id}-error`}
        onChange={(event) => {
          draft.change({ text: event.target.value });
          setError(null);
        }}
      />
      {uploads}
      <InlineError id={`${id}-error`} error={error} />
      <div className={styles.row}>
        <button type="submit" className="btn btn-primary btn-sm" aria-disabled={busy}>
          Save
        </button>
        <button
          type="button"
          className="btn btn-outline-secondary btn-sm"
          onClick={() => {
            draft.discard();
            close('');
          }}
        >
          Cancel
        </button>
        <PictureButton choose={choose} />
      </div>
    </form>
  );
}
