import { useEffect } from 'react';
import { waitOf } from '../api/client';

/** Returns why a fetch failed, and what to do. */
function reasonOf(error: unknown): string {
  // The browser's own message for a failed fetch is not meant for users.
  if (error instanceof TypeError) return navigator.onLine ? 'The server cannot be reached.' : 'You are offline.';
  if (!(error instanceof Error)) return String(error);
  const wait = waitOf(error);
  return wait ? `${error.message}. ${wait}` : error.message;
}

/** Shows that a fetch failed, why, and offers to try again. Tries by itself when the browser is online again. */
export function ErrorMessage({ error, text, retry }: { error: unknown; text?: string; retry?: () => void }) {
  const isUnanswered = error instanceof TypeError;
  const reason = reasonOf(error);
  useEffect(() => {
    if (!isUnanswered || !retry) return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [isUnanswered, retry]);
  return (
    <div role="alert" className="text-center py-5">
      <p className="error-line">{text ?? reason}</p>
      {text && <p className="muted mb-1">{reason}</p>}
      {retry && (
        <button type="button" className="btn btn-outline-secondary" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
