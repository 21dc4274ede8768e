import { useEffect, useId, useState } from 'react';
import { useDraft } from '../../../lib/useDraft';

/** Shows the draft of a form that disappears with this, so that it can be copied. */
export function UnsentDraft({ form }: { form: string }) {
  /** Whether the form is unmounted, and has stored its draft. */
  const [isStored, setStored] = useState(false);
  useEffect(() => setStored(true), []);
  return isStored && <StoredDraft form={form} />;
}

const nothing = { text: '' };

function StoredDraft({ form }: { form: string }) {
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
