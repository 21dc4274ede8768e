import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { ErrorLine } from '../../../components/ErrorLine';
import { routes } from '../../../lib/routes';
import { useAction } from '../../../lib/useAction';
import { useDraft } from '../../../lib/useDraft';
import { deletePost, undeletePost } from './api';
import { RemovalReason, useOwnDeleted } from './Removal';
import { useRefresh } from './useRefresh';

type Deletion = { remove: () => void; busy: boolean; error: string | null };

type Props = {
  kind: 'answer' | 'comment';
  id: string;
  qid: string;
  isMine: boolean;
  isGone: boolean;
  children: (deletion: Deletion) => ReactNode;
};

/** An answer or a comment; in its place, when it is deleted while one reads it, a note, and for its author the way back. */
export function Deletable({ kind, id, qid, isMine, isGone, children }: Props) {
  const { busy, error, run } = useAction(
    `Error while ${isGone ? 'undeleting' : 'deleting'} the ${kind}`,
    useRefresh(qid),
  );
  const root = useRef<HTMLDivElement>(null);
  const undo = useRef<HTMLButtonElement>(null);
  const isOwnDoing = useRef(false);
  /** Whether one has deleted it oneself, here and now: then nothing needs to be asked. */
  const [isDeletedHere, setDeletedHere] = useState(false);
  const deleted = useOwnDeleted(qid, id, isGone && isMine && !isDeletedHere);
  const isOwnDeletion = isDeletedHere || (deleted && deleted.removalReason === undefined);
  /** Whether its forms are gone too, and have stored what they held. */
  const [isLeft, setLeft] = useState(false);
  useEffect(() => setLeft(isGone), [isGone]);
  // The button that was pressed is gone with what it was for.
  useEffect(() => {
    if (isOwnDoing.current) (isGone ? undo.current : root.current)?.focus();
    isOwnDoing.current = false;
  }, [isGone]);

  const change = (work: typeof deletePost | typeof undeletePost) => async () => {
    isOwnDoing.current = true;
    setDeletedHere(work === deletePost);
    if (await run(() => work(kind, id))) return;
    isOwnDoing.current = false;
    setDeletedHere(work === undeletePost);
  };
  return (
    <div ref={root} tabIndex={-1}>
      {!isGone && children({ remove: change(deletePost), busy, error })}
      {isGone && !isOwnDeletion && deleted?.removalReason === undefined && (
        <p className="muted mb-0">This {kind} was deleted.</p>
      )}
      {isGone && deleted?.removalReason !== undefined && <RemovalReason kind={kind} reason={deleted.removalReason} />}
      {isGone && isOwnDeletion && (
        <>
          <p className="muted mb-0">
            You deleted this {kind}.{' '}
            <button
              ref={undo}
              type="button"
              className="btn btn-link btn-sm p-0 align-baseline"
              aria-disabled={busy}
              onClick={change(undeletePost)}
            >
              Undo
            </button>{' '}
            · <Link to={routes.deleted.to()}>All your deleted posts</Link>
          </p>
          <ErrorLine error={error} />
        </>
      )}
      {isGone && isLeft && [`comment on ${id}`, `edit of ${id}`].map((form) => <Unsent key={form} form={form} />)}
    </div>
  );
}

const nothing = { text: '' };

/** What one was writing in a form that is gone: it can be copied. */
function Unsent({ form }: { form: string }) {
  const { text } = useDraft(form, nothing).fields;
  const id = useId();
  return (
    text && (
      <>
        <label htmlFor={id} className="small muted">
          You were writing:
        </label>
        <textarea id={id} className="form-control form-control-sm" dir="auto" rows={3} value={text} readOnly />
      </>
    )
  );
}
