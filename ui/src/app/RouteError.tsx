import { useRouteError } from 'react-router-dom';

/** What stands in place of a page that failed. */
export function RouteError() {
  const error = useRouteError();
  return (
    <div role="alert" className="p-3">
      <h1>Unexpected Application Error!</h1>
      <p className="mt-2">{error instanceof Error ? error.message : String(error)}</p>
      <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
        Reload
      </button>
    </div>
  );
}
