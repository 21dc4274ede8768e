import { Link } from 'react-router-dom';
import { ApiError } from '../../api/client';
import { questionNotFound } from '../../api/sentences';
import { ErrorMessage } from '../../components/ErrorMessage';
import { NotFoundMessage } from '../../components/NotFoundMessage';
import { routes } from '../../lib/routes';
import { questionError } from './api';

/** Shows that a question does not exist or cannot be fetched. */
export function QuestionError({ error, retry }: { error: unknown; retry: () => void }) {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <NotFoundMessage title={questionNotFound}>
        <p className="muted">It does not exist, or you may not read it.</p>
        <Link to={routes.questions.to()} className="btn btn-outline-secondary">
          Go to the questions
        </Link>
      </NotFoundMessage>
    );
  }
  return <ErrorMessage error={error} text={questionError} retry={retry} />;
}
