import { useId } from 'react';
import { useDraft } from '../../../lib/useDraft';

const nothing = { text: '' };

/** Shows the draft of a form that this replaces, so that it can be copied. */
export function UnsentDraft({ form }: { form: string }) {
  const { text } = useDraft(form, nothing).fields;
  const id = useId();
  return (
    text && (
      <>
        <label htmlFor={id} className="small muted">
          You were writing:
        </label>
        <textarea id={id} className="form-control form-control-sm" dir="auto" rows={3} value={text} readOnly />
      </>
    )
  );
}
