import { Link } from 'react-router-dom';
import { Empty } from '../components/Empty';
import { usePageTitle } from '../components/usePageTitle';
import { routes } from '../lib/routes';

export function NotFound() {
  usePageTitle('Page not found');
  return (
    <Empty title="There is no such page">
      <Link to={routes.questions.to()}>Go to the questions</Link>
    </Empty>
  );
}
