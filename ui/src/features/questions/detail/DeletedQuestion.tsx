import { Link } from 'react-router-dom';
import useSWR from 'swr';
import type { DeletedPost } from '../../../api/generated';
import { InlineError } from '../../../components/InlineError';
import { Excerpt } from '../../../components/markdown/Excerpt';
import { NotFoundMessage } from '../../../components/NotFoundMessage';
import { Skeleton } from '../../../components/Skeleton';
import { TitleText } from '../../../components/TitleText';
import { fetchKey } from '../../../lib/cacheKeys';
import { routes } from '../../../lib/routes';
import { useAction } from '../../../lib/useAction';
import { answerDraft } from '../form/AnswerForm';
import { deletedPostsKey } from '../keys';
import { QuestionError } from '../QuestionError';
import { undeletePost } from './api';
import { RemovalReason, useOwnDeletedPost } from './Removal';
import { UnsentDraft } from './UnsentDraft';
import { useRefresh } from './useRefresh';
import { isUndecided, WithheldPost } from './WithheldPost';

/** Replaces a question that the server does not return. Its author sees whether it was deleted. */
export function MissingQuestion({ qid, error }: { qid: string; error: unknown }) {
  const { data, isLoading, mutate } = useSWR<DeletedPost[], unknown>(deletedPostsKey(qid), fetchKey);
  if (isLoading) return <Skeleton rows={1} />;
  const deleted = data?.find(({ _id }) => _id === qid);
  if (deleted) return <OwnDeleted post={deleted} />;
  return <QuestionError error={error} retry={() => void mutate()} />;
}

/** Replaces a deleted question. */
export function DeletedQuestion({ qid, isMine }: { qid: string; isMine: boolean }) {
  const deleted = useOwnDeletedPost(qid, qid, isMine);
  if (deleted) return <OwnDeleted post={deleted} />;
  return (
    <NotFoundMessage title="This question was deleted.">
      <Link to={routes.questions.to()}>Go to the questions</Link>
      <UnsentDraft form={answerDraft(qid)} />
    </NotFoundMessage>
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
