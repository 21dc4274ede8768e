import type { MouseEvent, ReactNode } from 'react';
import type { Draft } from '../lib/useDraft';

type Props = {
  draft: Pick<Draft<Record<string, string>>, 'isRestored' | 'discard'>;
  /** What else there is to know about what is written. */
  children?: ReactNode;
};

/** Says that a form goes on where it was left, and lets one begin again. */
export function DraftNote({ draft, children }: Props) {
  const discard = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    draft.discard();
    // The button goes: the keys go on where the form begins.
    currentTarget.form?.querySelector<HTMLElement>('input, textarea')?.focus();
  };
  return (
    <div role="status">
      {draft.isRestored && (
        <p className="small muted mb-0">
          Draft restored –{' '}
          <button type="button" className="btn btn-link btn-sm p-0 align-baseline" onClick={discard}>
            Discard
          </button>
        </p>
      )}
      {children}
    </div>
  );
}
