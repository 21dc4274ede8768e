import type { MouseEvent, ReactNode } from 'react';
import type { Draft } from '../lib/useDraft';
import { OtherDrafts } from './OtherDrafts';

type Props<T extends Record<string, string>> = {
  draft: Draft<T>;
  /** Further notices about the text. */
  children?: ReactNode;
};

/** Tells that a draft was restored or cannot be stored, and offers to discard it, or to continue another one. */
export function DraftNotice<T extends Record<string, string>>({ draft, children }: Props<T>) {
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
      {draft.isUnsaved && (
        <p className="small error-line">
          This browser cannot save a draft of this text: its storage is full or blocked.
        </p>
      )}
      <OtherDrafts draft={draft} />
      {children}
    </div>
  );
}
