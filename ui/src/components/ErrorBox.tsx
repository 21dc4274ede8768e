/** Says that something could not be fetched, and offers to try again. */
export function ErrorBox({ error, text, retry }: { error: unknown; text?: string; retry?: () => void }) {
  // What a browser says of a call that was never answered is no sentence for people.
  const isUnanswered = error instanceof TypeError;
  const reason = isUnanswered
    ? 'The server cannot be reached.'
    : error instanceof Error
      ? error.message
      : String(error);
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
