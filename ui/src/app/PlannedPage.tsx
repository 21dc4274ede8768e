import { Link } from 'react-router-dom';
import { Empty } from '../components/states';
import { usePageTitle } from '../lib/pageTitle';
import { paths } from '../lib/paths';

/** Stands where a page is going to be. */
export function PlannedPage({ title, what }: { title: string; what: string }) {
  usePageTitle(title);
  return (
    <>
      <h1 className="mb-4">{title}</h1>
      <Empty title="Not built yet">
        <p className="muted">{what}</p>
        <Link className="btn btn-primary" to={paths.questions}>
          Go to the questions
        </Link>
      </Empty>
    </>
  );
}
