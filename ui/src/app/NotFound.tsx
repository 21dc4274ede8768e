import { Link } from 'react-router-dom';
import { NoPage } from '../components/NoPage';
import { routes } from '../lib/routes';

export function NotFound() {
  return (
    <NoPage title="There is no such page">
      <Link to={routes.questions.to()}>Go to the questions</Link>
    </NoPage>
  );
}
