import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { Empty } from '../components/states';
import { usePageTitle } from '../lib/pageTitle';
import { paths } from '../lib/paths';

function textOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return error.statusText;
  return error instanceof Error ? error.message : String(error);
}

/** Shown in place of a page that threw. */
export function RouteError() {
  const error = useRouteError();
  usePageTitle('Error');
  return (
    <Empty title="Unexpected Application Error!">
      <p className="error mb-3" role="alert">
        {textOf(error)}
      </p>
      <button className="btn btn-primary me-2" type="button" onClick={() => location.reload()}>
        Reload
      </button>
      <a className="btn btn-outline-secondary" href={paths.questions}>
        Go to the questions
      </a>
    </Empty>
  );
}
