import type { MouseEvent, ReactNode } from 'react';
import type { Draft } from '../lib/useDraft';

type Props = {
  draft: Pick<Draft<Record<string, string>>, 'isRestored' | 'discard'>;
  /** Further notices about the text. */
  children?: ReactNode;
};

/** Tells that a draft was restored, and offers to discard it. */
export function DraftNotice({ draft, children }: Props) {
  const discard = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    draft.discard();
    // The button disappears: the focus moves to the first field of the form.
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
