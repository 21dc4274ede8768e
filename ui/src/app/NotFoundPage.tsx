import { Link } from 'react-router-dom';
import { Empty } from '../components/states';
import { usePageTitle } from '../lib/pageTitle';
import { paths } from '../lib/paths';

export function NotFoundPage() {
  usePageTitle('Page not found');
  return (
    <>
      <h1 className="mb-4">Page not found</h1>
      <Empty title="There is no page at this address.">
        <p className="muted">The link may be old, or the address mistyped.</p>
        <Link className="btn btn-primary" to={paths.questions}>
          Go to the questions
        </Link>
      </Empty>
    </>
  );
}
