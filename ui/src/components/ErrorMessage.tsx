import { useEffect } from 'react';

/** Shows that a fetch failed, why, and offers to try again. Tries by itself when the browser is online again. */
export function ErrorMessage({ error, text, retry }: { error: unknown; text?: string; retry?: () => void }) {
  // The browser's own message for a failed fetch is not meant for users.
  const isUnanswered = error instanceof TypeError;
  const reason = isUnanswered
    ? 'The server cannot be reached.'
    : error instanceof Error
      ? error.message
      : String(error);
  useEffect(() => {
    if (!isUnanswered || !retry) return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [isUnanswered, retry]);
  return (
    <div role="alert" className="text-center py-5">
      <p className="error-line">{text ?? reason}</p>
      {text && <p className="muted">{reason}</p>}
      {retry && (
        <button type="button" className="btn btn-outline-secondary" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
