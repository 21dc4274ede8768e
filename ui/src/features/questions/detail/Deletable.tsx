import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import useSWR from 'swr';
import type { LinkedQuestion } from '../../../api/generated';
import { InlineError } from '../../../components/InlineError';
import { fetchKey } from '../../../lib/cacheKeys';
import type { Failure } from '../../../lib/failure';
import { routes } from '../../../lib/routes';
import { useAction } from '../../../lib/useAction';
import { duplicatesKey } from '../keys';
import { deletePost, undeletePost } from './api';
import { RemovalReason, useOwnDeletedPost } from './Removal';
import { UnsentDraft } from './UnsentDraft';
import { useRefresh } from './useRefresh';

type Deletion = { remove: () => void; busy: boolean; error: Failure | null };

type Props = {
  kind: 'answer' | 'comment';
  id: string;
  qid: string;
  isMine: boolean;
  isDeleted: boolean;
  children: (deletion: Deletion) => ReactNode;
};

/**
 * Shows an answer or a comment. If it is deleted meanwhile, a note replaces it, and its author can
 * undelete it.
 */
export function Deletable({ kind, id, qid, isMine, isDeleted, children }: Props) {
  const refresh = useRefresh(qid);
  // The event of a deletion may arrive before its response: then it can be undone already.
  const deletion = useAction(`Error while deleting the ${kind}`, refresh);
  const undeletion = useAction(`Error while undeleting the ${kind}`, refresh);
  const root = useRef<HTMLDivElement>(null);
  const undo = useRef<HTMLButtonElement>(null);
  const isOwnDoing = useRef(false);
  /** Whether the viewer deleted it here and now: then no request is needed. */
  const [isDeletedHere, setDeletedHere] = useState(false);
  const deleted = useOwnDeletedPost(qid, id, isDeleted && isMine && !isDeletedHere);
  const isOwnDeletion =
    isDeletedHere || (deleted && deleted.state === undefined && deleted.removalReason === undefined);
  // The pressed button disappeared with the content.
  useLayoutEffect(() => {
    if (isOwnDoing.current) (isDeleted ? undo.current : root.current)?.focus();
    isOwnDoing.current = false;
  }, [isDeleted]);

  const change = async ({ run }: typeof deletion, work: typeof deletePost) => {
    isOwnDoing.current = true;
    setDeletedHere(work === deletePost);
    if (await run(() => work(kind, id))) return;
    isOwnDoing.current = false;
    setDeletedHere(work === undeletePost);
  };
  return (
    <div ref={root} tabIndex={-1}>
      {!isDeleted && children({ ...deletion, remove: () => change(deletion, deletePost) })}
      {isDeleted && !isOwnDeletion && deleted?.removalReason === undefined && (
        <p className="muted mb-0">
          {deleted?.state === 'hidden' ? (
            `Members reported this ${kind}. Only you and the moderators see it until one of them decides.`
          ) : (
            <>
              This {kind} is no longer here. {kind === 'answer' && <NewPlace qid={qid} />}
            </>
          )}
        </p>
      )}
      {isDeleted && deleted?.removalReason !== undefined && <RemovalReason post={deleted} />}
      {isDeleted && isOwnDeletion && (
        <>
          <p className="muted mb-0">
            You deleted this {kind}.{' '}
            <button
              ref={undo}
              type="button"
              className="btn btn-link btn-sm p-0 align-baseline"
              aria-disabled={undeletion.busy}
              onClick={() => change(undeletion, undeletePost)}
            >
              Undo
            </button>{' '}
            · <Link to={routes.deleted.to()}>All your deleted posts</Link>
          </p>
          <InlineError error={undeletion.error} />
        </>
      )}
      {isDeleted && [`comment on ${id}`, `edit of ${id}`].map((form) => <UnsentDraft key={form} form={form} />)}
    </div>
  );
}

/** Leads to the questions to which moderators may have moved an answer, if the question is their duplicate. */
function NewPlace({ qid }: { qid: string }) {
  const { data = [] } = useSWR<LinkedQuestion[], unknown>(duplicatesKey(qid), fetchKey);
  return data
    .filter(({ duplicate }) => duplicate === 'original')
    .map(({ _id }) => (
      // The page has its title above.
      <span key={_id}>
        It may have moved to <Link to={routes.question.to(_id)}>another question</Link>.{' '}
      </span>
    ));
}
