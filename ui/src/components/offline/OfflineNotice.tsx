/** Says that a page shows what was read before, and offers to try again. */
export function OfflineNotice({ hasRead, retry }: { hasRead: boolean; retry: () => void }) {
  return (
    <div role="status" className="d-flex align-items-center justify-content-between gap-2 mb-3">
      <p className="mb-0">
        {navigator.onLine ? 'The server cannot be reached.' : 'You are offline.'}
        {hasRead && ' This is what you read before.'}
      </p>
      <button type="button" className="btn btn-sm btn-outline-secondary" onClick={retry}>
        Try again
      </button>
    </div>
  );
}
