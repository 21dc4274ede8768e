import { type FormEvent, useId, useState } from 'react';
import { useSWRConfig } from 'swr';
import { sentenceOf } from '../../api/client';
import type { Comment } from '../../api/generated';
import { Attribution } from '../../components/Attribution';
import { Markdown } from '../../components/markdown/Markdown';
import { RelativeTime } from '../../components/RelativeTime';
import { UserLink } from '../../components/UserLink';
import { useUser } from '../../lib/session';
import { commentTextError } from '../../lib/validation';
import { addComment, type CommentedOn, questionPath } from './api';
import styles from './Comments.module.css';

type CommentsProps = { on: CommentedOn; id: string; qid: string; comments: readonly Comment[] };

/** The comments on a question or an answer, folded away at first, and the form for another one. */
export function Comments({ on, id, qid, comments }: CommentsProps) {
  const [isOpen, setOpen] = useState(false);
  const region = useId();
  return (
    <section className={styles.comments} aria-label={`Comments on the ${on}`}>
      <button
        className="btn btn-link btn-sm p-0"
        type="button"
        aria-expanded={isOpen}
        aria-controls={region}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide Comments' : 'Show Comments'}
      </button>{' '}
      <span className="small muted">({comments.length})</span>
      <div id={region} hidden={!isOpen}>
        {isOpen && (
          <>
            {comments.length === 0 && <p className="muted my-2">No comments yet.</p>}
            <ul>
              {comments.map((comment) => (
                <li key={comment._id}>
                  <Markdown text={comment.text} />
                  <p className="small muted mb-0">
                    <UserLink username={comment.commentBy} />, <RelativeTime time={comment.commentDateTime} />
                  </p>
                  <Attribution source={comment.attribution} />
                </li>
              ))}
            </ul>
            <CommentForm on={on} id={id} qid={qid} />
          </>
        )}
      </div>
    </section>
  );
}

function CommentForm({ on, id, qid }: Omit<CommentsProps, 'comments'>) {
  const { username } = useUser();
  const { mutate } = useSWRConfig();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [isSending, setSending] = useState(false);
  const field = useId();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const problem = commentTextError(text);
    setError(problem);
    if (problem) return;
    setSending(true);
    try {
      await addComment(id, on, text, username);
      setText('');
      await mutate(questionPath(qid));
    } catch (thrown) {
      console.error(thrown);
      setError(sentenceOf(thrown, 'Error while creating a new comment for the question'));
    } finally {
      setSending(false);
    }
  };
  return (
    <form onSubmit={submit} noValidate>
      <label className="form-label small" htmlFor={field}>
        Comment
      </label>
      <textarea
        className="form-control form-control-sm"
        id={field}
        rows={2}
        value={text}
        onChange={(event) => setText(event.target.value)}
        aria-describedby={`${field}-error`}
      />
      <p className="error small" id={`${field}-error`} role="alert">
        {error}
      </p>
      <button className="btn btn-outline-secondary btn-sm mt-2" type="submit" aria-disabled={isSending}>
        Add Comment
      </button>
    </form>
  );
}
