import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { User } from '../../api/generated';
import { DraftNote } from '../../components/DraftNote';
import { ErrorLine } from '../../components/ErrorLine';
import { Markdown } from '../../components/markdown/Markdown';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { useDraft } from '../../lib/useDraft';
import { useReturnFocus } from '../../lib/useReturnFocus';
import { updateBiography } from './api';
import { updated } from './cache';
import styles from './Profile.module.css';
import { wrongInput } from './wrongInput';

/** What a user says of himself; the owner edits it in place. */
export function Biography({ user, isOwner }: { user: User; isOwner: boolean }) {
  const [isEditing, setEditing] = useState(false);
  const [said, setSaid] = useState('');
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
          close={(said) => {
            setSaid(said);
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
        {said}
      </p>
    </div>
  );
}

type FormProps = {
  /** Of the field, which is labelled already. */
  id: string;
  user: User;
  /** Closes the form, and says what is worth saying. */
  close: (said: string) => void;
};

function BiographyForm({ id, user: { username, biography }, close }: FormProps) {
  const draft = useDraft('biography', { text: biography });
  const { text } = draft.fields;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const edit = useCacheEditor();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      updated(edit, await updateBiography(username, text));
      draft.finish();
      close('Biography updated!');
    } catch (failure) {
      setError(`Failed to update biography.${wrongInput(failure)}`);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={save} noValidate>
      <DraftNote draft={draft} />
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
      <ErrorLine id={`${id}-error`} error={error} />
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
      </div>
    </form>
  );
}
