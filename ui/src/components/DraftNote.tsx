import type { Draft } from '../lib/useDraft';

/** Says that a form goes on where it was left, and lets one begin again. */
export function DraftNote({ draft }: { draft: Pick<Draft<Record<string, string>>, 'isRestored' | 'discard'> }) {
  return (
    <div role="status">
      {draft.isRestored && (
        <p className="small muted mb-0">
          Draft restored –{' '}
          <button type="button" className="btn btn-link btn-sm p-0 align-baseline" onClick={() => draft.discard()}>
            Discard
          </button>
        </p>
      )}
    </div>
  );
}
