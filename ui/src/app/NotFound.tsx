import { Link } from 'react-router-dom';
import { NotFoundMessage } from '../components/NotFoundMessage';
import { routes } from '../lib/routes';

export function NotFound() {
  return (
    <NotFoundMessage title="There is no such page">
      <Link to={routes.questions.to()}>Go to the questions</Link>
    </NotFoundMessage>
  );
}
