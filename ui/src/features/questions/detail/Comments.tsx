import { type FormEvent, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { Comment } from '../../../api/generated';
import { questionLocked } from '../../../api/sentences';
import { AttributionLine } from '../../../components/AttributionLine';
import { AuthorLink } from '../../../components/AuthorLink';
import { Avatar } from '../../../components/avatars/Avatar';
import { ReportButton } from '../../../components/flags/ReportButton';
import { InlineError } from '../../../components/InlineError';
import { lazyWithRetry } from '../../../components/lazyWithRetry';
import { learnSizes } from '../../../components/markdown/pictureSizes';
import { MentionedMarkdown } from '../../../components/mentions/MentionedMarkdown';
import { WithMentions } from '../../../components/mentions/WithMentions';
import { OtherDrafts } from '../../../components/OtherDrafts';
import { Points } from '../../../components/Points';
import { RelativeTime } from '../../../components/RelativeTime';
import { PictureButton } from '../../../components/uploads/PictureButton';
import { useUploads } from '../../../components/uploads/useUploads';
import { announce } from '../../../lib/announce';
import { keysOfTypes } from '../../../lib/cacheKeys';
import { useIdempotentSend } from '../../../lib/idempotency';
import { useUser } from '../../../lib/session';
import { submitOnControlEnter } from '../../../lib/submitOnControlEnter';
import { useAction } from '../../../lib/useAction';
import { useDraft } from '../../../lib/useDraft';
import { useReturnFocus } from '../../../lib/useReturnFocus';
import { commentText } from '../../../lib/validation';
import { addComment, addCommentError } from './api';
import styles from './Comments.module.css';
import { Deletable } from './Deletable';
import { EditedNote } from './EditedNote';
import { PostActions } from './PostActions';
import { useMayRespond } from './permissions';
import { ModeratePost, RemovePostButton } from './Removal';
import { useAnchorHighlight } from './useAnchorHighlight';
import { useRefresh } from './useRefresh';
import { useStableOrder } from './useStableOrder';

const EditText = lazyWithRetry(() => import('./EditText'));

type Props = {
  on: 'question' | 'answer';
  id: string;
  qid: string;
  comments: Comment[];
};

/** In a longer list the form comes first: its end is far away. */
const MANY_COMMENTS = 5;

/**
 * Shows the comments of a post on demand, and at once if the address names one of them. The actions of the post are on the
 * line of their toggle.
 */
export function Comments({ children, ...props }: Props & { children?: ReactNode }) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  const { length } = props.comments;
  const { hash, key } = useLocation();
  const isNamed = props.comments.some(({ _id }) => _id === hash.slice(1));
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same link again opens them again
  useEffect(() => {
    if (isNamed) setOpen(true);
  }, [isNamed, key]);
  return (
    <>
      <PostActions>
        <span>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={open}
            aria-controls={listId}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Hide Comments' : 'Show Comments'}
          </button>
          {length > 0 && <span className={styles.count}>{length}</span>}
        </span>
        {children}
      </PostActions>
      <div id={listId} hidden={!open}>
        {open && <CommentList {...props} />}
      </div>
    </>
  );
}

function CommentList({ on, id, qid, comments }: Props) {
  const places = useStableOrder(comments);
  // Stays where it was when the list was opened.
  const [isFormFirst] = useState(comments.length > MANY_COMMENTS);
  const form = <CommentForm on={on} id={id} qid={qid} isFirst={isFormFirst} />;
  const named = useAnchorHighlight(places.map(({ item }) => item._id));
  return (
    <>
      {isFormFirst && form}
      {places.length ? (
        <ul className={styles.list}>
          {places.map(({ item, isDeleted }) => (
            <li
              key={item._id}
              id={item._id}
              tabIndex={-1}
              className={item._id === named ? styles.highlighted : undefined}
            >
              <CommentItem qid={qid} comment={item} isDeleted={isDeleted} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted my-2">No comments yet.</p>
      )}
      {!isFormFirst && form}
    </>
  );
}

function CommentItem({ qid, comment, isDeleted }: { qid: string; comment: Comment; isDeleted: boolean }) {
  const { _id: id, text, mentions, commentBy, commentDateTime, editedAt, attribution } = comment;
  const { username } = useUser();
  const isMine = commentBy === username;
  const mayEdit = useMayRespond();
  const [isEditing, setEditing] = useState(false);
  const edit = useReturnFocus<HTMLButtonElement>(isEditing);
  learnSizes(comment.pictures);
  return (
    <Deletable kind="comment" id={id} qid={qid} isMine={isMine} isDeleted={isDeleted}>
      {({ remove, busy, error }) =>
        isEditing ? (
          <Suspense fallback={null}>
            <EditText
              kind="comment"
              id={id}
              qid={qid}
              text={text}
              isLocked={!mayEdit}
              close={() => setEditing(false)}
            />
          </Suspense>
        ) : (
          <div className={styles.comment}>
            <Avatar seed={commentBy} size={1.25} />
            <div className={styles.text}>
              <MentionedMarkdown text={text} mentions={mentions} hasThumbnails />{' '}
              <span className={styles.footer}>
                <span>
                  <AuthorLink name={commentBy} /> <Points isBot={comment.commentByBot} /> ·{' '}
                  <RelativeTime time={commentDateTime} />
                  <EditedNote qid={qid} id={id} editedAt={editedAt} />
                </span>
                {isMine && (
                  <>
                    {mayEdit && (
                      <button ref={edit} type="button" aria-label="Edit comment" onClick={() => setEditing(true)}>
                        Edit
                      </button>
                    )}
                    <button type="button" aria-label="Delete comment" aria-disabled={busy} onClick={remove}>
                      Delete
                    </button>
                  </>
                )}
                {!isMine && <ReportButton kind="comment" id={id} />}
                <RemovePostButton kind="comment" id={id} qid={qid} />
                <ModeratePost post={{ kind: 'comment', id, qid, text }} />
              </span>
              <AttributionLine attribution={attribution} />
              <InlineError error={error} />
            </div>
          </div>
        )
      }
    </Deletable>
  );
}

const nothing = { text: '' };

type FormProps = Omit<Props, 'comments'> & {
  /** Whether the form is above the comments. */
  isFirst: boolean;
};

function CommentForm({ on, id, qid, isFirst }: FormProps) {
  const form = `comment on ${id}`;
  const draft = useDraft(form, nothing);
  const { text } = draft.fields;
  const { busy, error, setError, run } = useAction(addCommentError, useRefresh(qid));
  const { mutate } = useSWRConfig();
  const sendIdempotent = useIdempotentSend(form);
  const field = useRef<HTMLTextAreaElement>(null);
  const { choose, uploads } = useUploads(field);
  const [fieldId, errorId] = [useId(), useId()];
  const [isAddedBelow, setAddedBelow] = useState(false);
  const mayComment = useMayRespond();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!mayComment) return;
    const problem = commentText(text);
    if (problem) {
      setError(problem);
      field.current?.focus();
      return;
    }
    const isAdded = await run(async () => {
      const { waiting } = await sendIdempotent(text, (nonce, commentBy) =>
        addComment(on, id, { text, commentBy, nonce }),
      );
      if (waiting) {
        announce('Your comment waits for approval');
        void mutate(keysOfTypes('deletedPosts'));
      }
      draft.clear(draft.fields);
    });
    if (!isAdded) return;
    // The user may write the next comment. The new one is above, or out of sight.
    setAddedBelow(isFirst);
    field.current?.focus();
    field.current?.scrollIntoView({ block: 'nearest' });
  };
  // The question was locked meanwhile: the text stays, so that it can be copied.
  if (!mayComment && !text) return null;
  return (
    <form onSubmit={submit} onKeyDown={submitOnControlEnter} noValidate className={styles.form}>
      <label htmlFor={fieldId} className="visually-hidden">
        Comment
      </label>
      <div className={styles.field}>
        <WithMentions>
          <textarea
            ref={field}
            id={fieldId}
            className="form-control form-control-sm"
            dir="auto"
            rows={1}
            placeholder="Comment"
            required
            value={text}
            aria-describedby={errorId}
            onChange={(event) => {
              draft.change({ text: event.target.value });
              setError(null);
              setAddedBelow(false);
            }}
          />
        </WithMentions>
        <PictureButton choose={choose} />
        <button
          type="submit"
          className="btn btn-outline-secondary btn-sm"
          aria-disabled={busy}
          disabled={!mayComment}
          title="Ctrl+Enter"
        >
          Add Comment
        </button>
      </div>
      {uploads}
      <OtherDrafts draft={draft} />
      <InlineError id={errorId} error={mayComment ? error : questionLocked} />
      <p role="status" className="small muted mb-0">
        {isAddedBelow && 'Your comment is at the end of the list.'}
      </p>
    </form>
  );
}
