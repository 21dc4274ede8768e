import { type FormEvent, Suspense, useId, useRef, useState } from 'react';
import type { Comment } from '../../../api/generated';
import { AttributionLine } from '../../../components/AttributionLine';
import { AuthorLink } from '../../../components/AuthorLink';
import { ErrorLine } from '../../../components/ErrorLine';
import { lazily } from '../../../components/lazily';
import { Markdown } from '../../../components/markdown/Markdown';
import { RelativeTime } from '../../../components/RelativeTime';
import { useSendOnce } from '../../../lib/nonce';
import { useUser } from '../../../lib/session';
import { submitOnControlEnter } from '../../../lib/submitOnControlEnter';
import { useAction } from '../../../lib/useAction';
import { useDraft } from '../../../lib/useDraft';
import { useReturnFocus } from '../../../lib/useReturnFocus';
import { commentText } from '../../../lib/validation';
import { addComment } from './api';
import styles from './Comments.module.css';
import { Deletable } from './Deletable';
import { EditedNote } from './EditedNote';
import { ForAdministrators } from './Removal';
import { usePlaces } from './usePlaces';
import { useRefresh } from './useRefresh';

const EditText = lazily(() => import('./EditText'));

type Props = { on: 'question' | 'answer'; id: string; qid: string; comments: Comment[] };

/** The comments on a post, shown when asked for. */
export function Comments(props: Props) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  const { length } = props.comments;
  return (
    <div className={styles.comments}>
      <button
        type="button"
        className="btn btn-link btn-sm border-0 px-0"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide Comments' : 'Show Comments'}
      </button>
      {length > 0 && <span className="small muted"> ({length})</span>}
      <div id={listId} hidden={!open}>
        {open && <Opened {...props} />}
      </div>
    </div>
  );
}

function Opened({ on, id, qid, comments }: Props) {
  const places = usePlaces(comments);
  return (
    <>
      {places.length ? (
        <ul className={styles.list}>
          {places.map(({ item, isGone }) => (
            <li key={item._id}>
              <CommentText qid={qid} comment={item} isGone={isGone} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted my-2">No comments yet.</p>
      )}
      <AddComment on={on} id={id} qid={qid} />
    </>
  );
}

function CommentText({ qid, comment, isGone }: { qid: string; comment: Comment; isGone: boolean }) {
  const { _id: id, text, commentBy, commentDateTime, editedAt, attribution } = comment;
  const { username } = useUser();
  const isMine = commentBy === username;
  const [isEditing, setEditing] = useState(false);
  const edit = useReturnFocus<HTMLButtonElement>(isEditing);
  return (
    <Deletable kind="comment" id={id} qid={qid} isMine={isMine} isGone={isGone}>
      {({ remove, busy, error }) =>
        isEditing ? (
          <Suspense fallback={null}>
            <EditText kind="comment" id={id} qid={qid} text={text} close={() => setEditing(false)} />
          </Suspense>
        ) : (
          <>
            <Markdown text={text} />
            <div className={`small muted ${styles.foot}`}>
              <span>
                <AuthorLink name={commentBy} />, <RelativeTime time={commentDateTime} />
                <EditedNote qid={qid} id={id} editedAt={editedAt} />
              </span>
              {isMine && (
                <>
                  <button ref={edit} type="button" aria-label="Edit comment" onClick={() => setEditing(true)}>
                    Edit
                  </button>
                  <button type="button" aria-label="Delete comment" aria-disabled={busy} onClick={remove}>
                    Delete
                  </button>
                </>
              )}
              <ForAdministrators kind="comment" id={id} qid={qid} />
            </div>
            <AttributionLine attribution={attribution} />
            <ErrorLine error={error} />
          </>
        )
      }
    </Deletable>
  );
}

const nothing = { text: '' };

function AddComment({ on, id, qid }: Omit<Props, 'comments'>) {
  const form = `comment on ${id}`;
  const draft = useDraft(form, nothing);
  const { text } = draft.fields;
  const { busy, error, setError, run } = useAction(
    'Error while creating a new comment for the question',
    useRefresh(qid),
  );
  const sendOnce = useSendOnce(form);
  const field = useRef<HTMLTextAreaElement>(null);
  const [fieldId, errorId] = [useId(), useId()];

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const problem = commentText(text);
    if (problem) {
      setError(problem);
      field.current?.focus();
      return;
    }
    const isAdded = await run(async () => {
      await sendOnce(text, (nonce, commentBy) => addComment(on, id, { text, commentBy, nonce }));
      draft.discard(draft.fields);
    });
    if (!isAdded) return;
    // The next one can follow; the new one stands above.
    field.current?.focus();
    field.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <form onSubmit={submit} onKeyDown={submitOnControlEnter} noValidate>
      <label htmlFor={fieldId} className="form-label small mb-1">
        Comment
      </label>
      <textarea
        ref={field}
        id={fieldId}
        className="form-control form-control-sm"
        dir="auto"
        rows={2}
        required
        value={text}
        aria-describedby={errorId}
        onChange={(event) => {
          draft.change({ text: event.target.value });
          setError(null);
        }}
      />
      <ErrorLine id={errorId} error={error} />
      <button type="submit" className="btn btn-outline-secondary btn-sm mt-2" aria-disabled={busy} title="Ctrl+Enter">
        Add Comment
      </button>
    </form>
  );
}
