import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { DeletedPost } from '../../../api/generated';
import { Badge } from '../../../components/Badge';
import { InlineError } from '../../../components/InlineError';
import { lazyWithRetry } from '../../../components/lazyWithRetry';
import { Excerpt } from '../../../components/markdown/Excerpt';
import { RelativeTime } from '../../../components/RelativeTime';
import { keysOfTypes } from '../../../lib/cacheKeys';
import { routes } from '../../../lib/routes';
import { useAction } from '../../../lib/useAction';
import { deletePost } from './api';
import styles from './DeletedItem.module.css';
import { ConfirmButton } from './PostActions';
import actions from './PostActions.module.css';

const EditText = lazyWithRetry(() => import('./EditText'));

const names = { question: 'Question', answer: 'Answer', comment: 'Comment' } as const;

/** Returns whether others will see a post, or see it again, if a moderator decides so. */
export const isUndecided = ({ state }: DeletedPost) => state === 'held' || state === 'hidden';

/** Shows an own post that waits for approval, or that reports hide. The first can be edited and withdrawn. */
export function WithheldPost({ post, title }: { post: DeletedPost; title?: ReactNode }) {
  const { _id: id, type: kind, qid, text, deletedAt, state } = post;
  const { mutate } = useSWRConfig();
  const refresh = () => mutate(keysOfTypes('deletedPosts'));
  const { busy, error, run } = useAction(`Error while withdrawing the ${kind}`, refresh);
  const [isEditing, setEditing] = useState(false);
  const isHeld = state === 'held';
  const close = () => {
    setEditing(false);
    void refresh();
  };
  return (
    <article
      id={id}
      className={title ? styles.page : styles.item}
      aria-label={`${names[kind]} that only you see`}
      tabIndex={-1}
    >
      {title}
      <p className={title ? 'my-2' : 'mb-1'}>
        <Badge>{isHeld ? 'Waits for approval' : 'Hidden'}</Badge>{' '}
        <span className="small muted">
          {isHeld
            ? 'Only you and the moderators see it until one of them approves it.'
            : 'Members reported it. Only you and the moderators see it until one of them decides.'}
        </span>
      </p>
      {isEditing && kind !== 'question' ? (
        <Suspense fallback={null}>
          <EditText kind={kind} id={id} qid={qid} text={text} close={close} />
        </Suspense>
      ) : (
        <div className={title ? undefined : styles.text}>
          <Excerpt text={text} />
        </div>
      )}
      <p className={`small muted ${styles.footer}`}>
        <span>
          {names[kind]} · <RelativeTime time={deletedAt} />
        </span>
        {isHeld && !isEditing && (
          <span className="d-flex gap-3">
            {kind === 'question' ? (
              <Link to={routes.editQuestion.to(qid)} className={actions.action}>
                Edit
              </Link>
            ) : (
              <button type="button" className={actions.action} onClick={() => setEditing(true)}>
                Edit
              </button>
            )}
            <ConfirmButton
              label="Withdraw"
              question={`Withdraw this ${kind}? It is then among your deleted posts.`}
              busy={busy}
              onConfirm={() => run(() => deletePost(kind, id))}
            />
          </span>
        )}
      </p>
      <InlineError error={error} />
    </article>
  );
}
