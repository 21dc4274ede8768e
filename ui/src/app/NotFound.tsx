import { Link } from 'react-router-dom';
import { NotFoundMessage } from '../components/NotFoundMessage';
import { routes } from '../lib/routes';

export function NotFound() {
  return (
    <NotFoundMessage title="There is no such page">
      <p className="muted">It may have moved, or its address is not complete.</p>
      <Link to={routes.questions.to()} className="btn btn-outline-secondary">
        Go to the questions
      </Link>
    </NotFoundMessage>
  );
}
