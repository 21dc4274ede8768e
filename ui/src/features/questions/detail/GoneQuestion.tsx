import { Link } from 'react-router-dom';
import useSWR from 'swr';
import { get } from '../../../api/client';
import type { DeletedPost } from '../../../api/generated';
import { ErrorLine } from '../../../components/ErrorLine';
import { NoPage } from '../../../components/NoPage';
import { Skeleton } from '../../../components/Skeleton';
import { routes } from '../../../lib/routes';
import { useAction } from '../../../lib/useAction';
import { NoQuestion } from '../NoQuestion';
import { deletedPath, undeletePost } from './api';
import { RemovalReason, useOwnDeleted } from './Removal';
import { useRefresh } from './useRefresh';

/** What is at the address of a question that the server does not show: for its author, whether it was deleted. */
export function AbsentQuestion({ qid, error }: { qid: string; error: unknown }) {
  const { data, isLoading, mutate } = useSWR<DeletedPost[], unknown>(deletedPath(qid), get);
  if (isLoading) return <Skeleton rows={1} />;
  const deleted = data?.find(({ _id }) => _id === qid);
  if (deleted) return <OwnDeleted post={deleted} />;
  return <NoQuestion error={error} retry={() => void mutate()} />;
}

/** Stands in place of a question that is deleted. */
export function DeletedQuestion({ qid, isMine }: { qid: string; isMine: boolean }) {
  const deleted = useOwnDeleted(qid, qid, isMine);
  if (deleted) return <OwnDeleted post={deleted} />;
  return (
    <NoPage title="This question was deleted.">
      <Link to={routes.questions.to()}>Go to the questions</Link>
    </NoPage>
  );
}

function OwnDeleted({ post: { _id: qid, removalReason } }: { post: DeletedPost }) {
  const { busy, error, run } = useAction('Error while undeleting the question', useRefresh(qid));
  if (removalReason !== undefined) {
    return (
      <NoPage title="This question was removed.">
        <RemovalReason kind="question" reason={removalReason} />
      </NoPage>
    );
  }
  const undelete = () => run(() => undeletePost('question', qid));
  return (
    <NoPage title="You deleted this question.">
      <p className="muted">Nobody else can see it. You can bring it back whenever you like.</p>
      <button type="button" className="btn btn-primary" aria-disabled={busy} onClick={undelete}>
        Undelete
      </button>
      <ErrorLine error={error} />
      <p className="mt-3 mb-0">
        <Link to={routes.deleted.to()}>All your deleted posts</Link>
      </p>
    </NoPage>
  );
}
