import { type FormEvent, type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import { questionLocked } from '../../../api/sentences';
import { DraftNotice } from '../../../components/DraftNotice';
import { InlineError } from '../../../components/InlineError';
import { MarkdownEditor } from '../../../components/MarkdownEditor';
import { WithMentions } from '../../../components/mentions/WithMentions';
import { PictureButton } from '../../../components/uploads/PictureButton';
import { useUploads } from '../../../components/uploads/useUploads';
import { isComposing } from '../../../lib/isComposing';
import { submitOnControlEnter } from '../../../lib/submitOnControlEnter';
import { useAction } from '../../../lib/useAction';
import { useDraft } from '../../../lib/useDraft';
import { answerText, commentText } from '../../../lib/validation';
import { EditConflictNotice } from '../form/EditConflictNotice';
import forms from '../forms.module.css';
import { editText } from './api';
import { useRefresh } from './useRefresh';

type Props = {
  kind: 'answer' | 'comment';
  id: string;
  qid: string;
  text: string;
  /** Whether the question was locked meanwhile: the text stays, so that it can be copied. */
  isLocked?: boolean;
  close: () => void;
};

/**
 * Edits the text of an answer or comment in place. It keeps its initial text when events change the
 * post, but tells the author. Unsaved text is a draft. Escape closes an unchanged form.
 */
export default function EditText({ kind, id, qid, text: saved, isLocked = false, close }: Props) {
  const draft = useDraft(`edit of ${id}`, { text: saved });
  const { text } = draft.fields;
  const { busy, error, setError, run } = useAction(`Error while editing the ${kind}`, useRefresh(qid));
  const shownError = isLocked ? questionLocked : error;
  const form = useRef<HTMLFormElement>(null);
  const fieldId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { choose, uploads } = useUploads(field);
  const focus = () => (form.current?.elements.namedItem('text') as HTMLElement | null)?.focus();
  useLayoutEffect(focus, []);

  // An error describes the text before this change.
  const change = (text: string) => {
    draft.change({ text });
    setError(null);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isLocked) return;
    const problem = kind === 'answer' ? answerText(text, saved) : commentText(text);
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
      <DraftNotice draft={draft}>
        <EditConflictNotice saved={saved} base={draft.base.text} mine={text} />
      </DraftNotice>
      {kind === 'answer' ? (
        <MarkdownEditor
          name="text"
          label="Edit answer"
          value={text}
          onChange={change}
          readOnly={busy}
          problem={shownError}
        />
      ) : (
        <div>
          <label htmlFor={fieldId} className="form-label small mb-1">
            Edit comment
          </label>
          <WithMentions>
            <textarea
              ref={field}
              id={fieldId}
              name="text"
              className="form-control form-control-sm"
              dir="auto"
              rows={3}
              required
              value={text}
              readOnly={busy}
              aria-invalid={shownError !== null}
              aria-describedby={`${fieldId}-error`}
              onChange={(event) => change(event.target.value)}
            />
          </WithMentions>
          {uploads}
          <InlineError id={`${fieldId}-error`} error={shownError} />
        </div>
      )}
      <div className={forms.actions}>
        {kind === 'comment' && <PictureButton choose={choose} />}
        <button
          type="submit"
          className="btn btn-primary btn-sm"
          aria-disabled={busy}
          disabled={isLocked}
          title="Ctrl+Enter"
        >
          Save
        </button>
        <button type="button" className="btn btn-outline-secondary btn-sm" onClick={cancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
