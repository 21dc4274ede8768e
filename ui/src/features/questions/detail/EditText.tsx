import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { DraftNote } from '../../../components/DraftNote';
import { ErrorLine } from '../../../components/ErrorLine';
import { MarkdownEditor } from '../../../components/MarkdownEditor';
import { isComposing } from '../../../lib/isComposing';
import { submitOnControlEnter } from '../../../lib/submitOnControlEnter';
import { useAction } from '../../../lib/useAction';
import { useDraft } from '../../../lib/useDraft';
import { answerText, commentText } from '../../../lib/validation';
import { ChangedElsewhere } from '../form/ChangedElsewhere';
import forms from '../forms.module.css';
import { editText } from './api';
import { useRefresh } from './useRefresh';

type Props = { kind: 'answer' | 'comment'; id: string; qid: string; text: string; close: () => void };

/**
 * Changes the text of an answer or a comment where it stands. It goes on with the text it began with, whatever events
 * bring, but says so if they change it, and what is not saved is a draft. Escape closes it if nothing is changed.
 */
export default function EditText({ kind, id, qid, text: saved, close }: Props) {
  const draft = useDraft(`edit of ${id}`, { text: saved });
  const { text } = draft.fields;
  const { busy, error, setError, run } = useAction(`Error while editing the ${kind}`, useRefresh(qid));
  const form = useRef<HTMLFormElement>(null);
  const fieldId = useId();
  const focus = () => (form.current?.elements.namedItem('text') as HTMLElement | null)?.focus();
  useEffect(focus, []);

  // What was said of the text was said of what it says no more.
  const change = (text: string) => {
    draft.change({ text });
    setError(null);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const problem = (kind === 'answer' ? answerText : commentText)(text);
    if (problem) {
      setError(problem);
      focus();
      return;
    }
    if (!(await run(() => editText(kind, id, text)))) return;
    draft.finish();
    close();
  };
  const cancel = () => {
    draft.discard();
    close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    submitOnControlEnter(event);
    if (event.key === 'Escape' && !isComposing(event.nativeEvent) && text === saved) cancel();
  };
  return (
    <form ref={form} onSubmit={save} onKeyDown={onKeyDown} noValidate className={forms.form}>
      <DraftNote draft={draft}>
        <ChangedElsewhere saved={saved} began={draft.began.text} mine={text} />
      </DraftNote>
      {kind === 'answer' ? (
        <MarkdownEditor
          name="text"
          label="Answer Text"
          value={text}
          onChange={change}
          readOnly={busy}
          problem={error}
        />
      ) : (
        <div>
          <label htmlFor={fieldId} className="form-label small mb-1">
            Edit comment
          </label>
          <textarea
            id={fieldId}
            name="text"
            className="form-control form-control-sm"
            dir="auto"
            rows={3}
            required
            value={text}
            readOnly={busy}
            aria-invalid={error !== null}
            aria-describedby={`${fieldId}-error`}
            onChange={(event) => change(event.target.value)}
          />
          <ErrorLine id={`${fieldId}-error`} error={error} />
        </div>
      )}
      <div className={forms.actions}>
        <button type="submit" className="btn btn-primary btn-sm" aria-disabled={busy} title="Ctrl+Enter">
          Save
        </button>
        <button type="button" className="btn btn-outline-secondary btn-sm" onClick={cancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
