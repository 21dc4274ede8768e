import { Link } from 'react-router-dom';
import { ApiError } from '../../api/client';
import { questionNotFound } from '../../api/sentences';
import { ErrorBox } from '../../components/ErrorBox';
import { NoPage } from '../../components/NoPage';
import { routes } from '../../lib/routes';

/** Why there is no question to show: there is none, or none can be fetched. */
export function NoQuestion({ error, retry }: { error: unknown; retry: () => void }) {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <NoPage title={questionNotFound}>
        <Link to={routes.questions.to()}>Go to the questions</Link>
      </NoPage>
    );
  }
  return <ErrorBox error={error} text="Error when fetching question by id" retry={retry} />;
}
