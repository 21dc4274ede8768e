import { Link } from 'react-router-dom';
import { ApiError } from '../../api/client';
import { Empty } from '../../components/Empty';
import { ErrorBox } from '../../components/ErrorBox';
import { routes } from '../../lib/routes';

/** Why there is no question to show: there is none, or none can be fetched. */
export function NoQuestion({ error, retry }: { error: unknown; retry: () => void }) {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Empty title="Question not found">
        <Link to={routes.questions.to()}>Go to the questions</Link>
      </Empty>
    );
  }
  return <ErrorBox error={error} text="Error when fetching question by id" retry={retry} />;
}
