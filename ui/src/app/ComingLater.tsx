import { Link } from 'react-router-dom';
import { Empty } from '../components/Empty';
import { usePageTitle } from '../components/usePageTitle';
import { routes } from '../lib/routes';

/** The honest place of a page that is not built yet. */
export function ComingLater({ what }: { what: string }) {
  usePageTitle(what);
  return (
    <Empty title={`${what}: not built yet`}>
      <p className="muted">This part of the site comes with a later version.</p>
      <Link to={routes.questions.to()}>Go to the questions</Link>
    </Empty>
  );
}
