import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import useSWR from 'swr';
import type { DeletedPost } from '../../../api/generated';
import { InlineError } from '../../../components/InlineError';
import { lazyWithRetry } from '../../../components/lazyWithRetry';
import { Excerpt } from '../../../components/markdown/Excerpt';
import { NotFoundMessage } from '../../../components/NotFoundMessage';
import { Skeleton } from '../../../components/Skeleton';
import { TitleText } from '../../../components/TitleText';
import { fetchKey } from '../../../lib/cacheKeys';
import { routes } from '../../../lib/routes';
import { moderatesSite, useUser } from '../../../lib/session';
import { useAction } from '../../../lib/useAction';
import { answerDraft } from '../form/AnswerForm';
import { deletedPostsKey } from '../keys';
import { QuestionError } from '../QuestionError';
import { undeletePost } from './api';
import { RemovalReason, useOwnDeletedPost, useRemover } from './Removal';
import { UnsentDraft } from './UnsentDraft';
import { useRefresh } from './useRefresh';
import { isUndecided, WithheldPost } from './WithheldPost';

const RemovedQuestion = lazyWithRetry(() => import('./RemovedQuestion'));

/**
 * Replaces a question that the server does not return. Its author sees whether it was deleted, and moderators of the
 * site whether it was removed.
 */
export function MissingQuestion({ qid, error }: { qid: string; error: unknown }) {
  const isModerator = moderatesSite(useUser());
  const { data, isLoading, mutate } = useSWR<DeletedPost[], unknown>(deletedPostsKey(qid), fetchKey);
  if (isLoading) return <Skeleton rows={1} />;
  const deleted = data?.find(({ _id }) => _id === qid);
  if (deleted) return <OwnDeleted post={deleted} />;
  const missing = <QuestionError error={error} retry={() => void mutate()} />;
  if (!isModerator) return missing;
  return (
    <Suspense fallback={<Skeleton rows={1} />}>
      <RemovedQuestion qid={qid} communityId={null} fallback={missing} />
    </Suspense>
  );
}

type DeletedProps = { qid: string; communityId: string | undefined; isMine: boolean };

/** Replaces a deleted question. Who may restore it sees whether it was removed. */
export function DeletedQuestion({ qid, communityId, isMine }: DeletedProps) {
  const deleted = useOwnDeletedPost(qid, qid, isMine);
  const remover = useRemover();
  if (deleted) return <OwnDeleted post={deleted} />;
  const message = (
    <NotFoundMessage title="This question was deleted.">
      <Link to={routes.questions.to()}>Go to the questions</Link>
      <UnsentDraft form={answerDraft(qid)} />
    </NotFoundMessage>
  );
  if (!remover) return message;
  return (
    <Suspense fallback={<Skeleton rows={1} />}>
      <RemovedQuestion qid={qid} communityId={(remover === 'moderator' && communityId) || null} fallback={message} />
    </Suspense>
  );
}

function OwnDeleted({ post }: { post: DeletedPost }) {
  const { _id: qid, removalReason } = post;
  const { busy, error, run } = useAction('Error while undeleting the question', useRefresh(qid));
  if (isUndecided(post)) {
    return (
      <WithheldPost
        post={post}
        title={
          <h1 dir="auto">
            <TitleText parts={[post.title]} />
          </h1>
        }
      />
    );
  }
  if (removalReason !== undefined) {
    return (
      <NotFoundMessage title={`This question was ${post.state === 'rejected' ? 'not approved' : 'removed'}.`}>
        <RemovalReason post={post} />
        <div className="mt-3 text-start">
          <p className="mb-1">
            <strong>
              <bdi>
                <TitleText parts={[post.title]} />
              </bdi>
            </strong>
          </p>
          <Excerpt text={post.text} />
        </div>
        <p className="mt-3 mb-0">
          <Link to={routes.settings.to('moderation')} className="btn btn-outline-secondary">
            Moderation of your posts
          </Link>
        </p>
      </NotFoundMessage>
    );
  }
  const undelete = () => run(() => undeletePost('question', qid));
  return (
    <NotFoundMessage title="You deleted this question.">
      <p className="muted">Only you can see it. You can undelete it at any time.</p>
      <button type="button" className="btn btn-primary" aria-disabled={busy} onClick={undelete}>
        Undelete
      </button>
      <InlineError error={error} />
      <p className="mt-3 mb-0">
        <Link to={routes.deleted.to()}>All your deleted posts</Link>
      </p>
    </NotFoundMessage>
  );
}
