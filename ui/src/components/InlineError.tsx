import type { Failure } from '../lib/failure';

type Props = { error: Failure | string | null; id?: string };

/**
 * Shows an error beside the control that caused it, and below it the server's reason. Renders nothing without an error.
 */
export function InlineError({ error, id }: Props) {
  if (!error) return null;
  const { text, detail } = typeof error === 'string' ? { text: error, detail: null } : error;
  return (
    <div id={id} role="alert" className="small">
      <p className={`error-line ${detail ? 'mb-0' : ''}`}>{text}</p>
      {detail && <p className="muted mb-2">{detail}</p>}
    </div>
  );
}
