import { type FormEvent, useId, useState } from 'react';
import { useSWRConfig } from 'swr';
import { ApiError } from '../../api/client';
import type { Comment } from '../../api/generated';
import { AttributionLine } from '../../components/AttributionLine';
import { AuthorLink } from '../../components/AuthorLink';
import { Markdown } from '../../components/markdown/Markdown';
import { RelativeTime } from '../../components/RelativeTime';
import { commentText } from '../../lib/validation';
import { addComment } from './api';
import styles from './Comments.module.css';

type Props = { on: 'question' | 'answer'; id: string; comments: Comment[] };

/** The comments on a post, shown when asked for. */
export function Comments({ on, id, comments }: Props) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  return (
    <div className={styles.comments}>
      <button
        type="button"
        className="btn btn-link btn-sm p-0"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide Comments' : 'Show Comments'}
      </button>
      {comments.length > 0 && <span className="small muted"> ({comments.length})</span>}
      <div id={listId} hidden={!open}>
        {open && (
          <>
            {comments.length ? (
              <ul className={styles.list}>
                {comments.map((comment) => (
                  <li key={comment._id}>
                    <Markdown text={comment.text} />
                    <span className="small muted">
                      <AuthorLink name={comment.commentBy} />, <RelativeTime time={comment.commentDateTime} />
                    </span>
                    <AttributionLine attribution={comment.attribution} />
                  </li>
                ))}
              </ul>
            ) : (
              <p className="muted my-2">No comments yet.</p>
            )}
            <AddComment on={on} id={id} />
          </>
        )}
      </div>
    </div>
  );
}

function AddComment({ on, id }: { on: 'question' | 'answer'; id: string }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { mutate } = useSWRConfig();
  const [fieldId, errorId] = [useId(), useId()];

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const problem = commentText(text);
    setError(problem);
    if (problem) return;
    setBusy(true);
    try {
      await addComment(on, id, text);
      setText('');
      // The pushed event shows it at once; this makes sure where the connection is lost.
      void mutate((key) => typeof key === 'string' && key.startsWith('/question/getQuestionById/'));
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.message : 'Error while creating a new comment for the question');
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit} noValidate>
      <label htmlFor={fieldId} className="form-label small mb-1">
        Comment
      </label>
      <textarea
        id={fieldId}
        className="form-control form-control-sm"
        rows={2}
        required
        value={text}
        aria-describedby={errorId}
        onChange={(event) => setText(event.target.value)}
      />
      <p id={errorId} role="alert" className="error-line small">
        {error}
      </p>
      <button type="submit" className="btn btn-outline-secondary btn-sm" aria-disabled={busy}>
        Add Comment
      </button>
    </form>
  );
}
