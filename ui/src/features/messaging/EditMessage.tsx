import { type FormEvent, type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import type { Message } from '../../api/generated';
import { InlineError } from '../../components/InlineError';
import { WithMentions } from '../../components/mentions/WithMentions';
import { PictureButton } from '../../components/uploads/PictureButton';
import { useUploads } from '../../components/uploads/useUploads';
import { isComposing } from '../../lib/isComposing';
import { useAction } from '../../lib/useAction';
import { useDraft } from '../../lib/useDraft';
import * as validation from '../../lib/validation';
import styles from './Conversation.module.css';

type Props = { message: Message; save: (text: string) => Promise<unknown>; close: () => void };

/** Edits an own message in its place. The field receives the focus. Enter saves, Escape cancels. */
export function EditMessage({ message: { _id, msg }, save, close }: Props) {
  const id = useId();
  const draft = useDraft(`edit of message ${_id}`, { text: msg });
  const { text } = draft.fields;
  const field = useRef<HTMLTextAreaElement>(null);
  const { choose, uploads } = useUploads(field);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
  const { busy, error, setError, run } = useAction('Error while editing the message');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const problem = validation.message(text);
    if (problem) return setError(problem);
    if (!(await run(() => save(text)))) return;
    draft.finish();
    close();
  };
  const cancel = () => {
    draft.discard();
    close();
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, shiftKey, altKey, nativeEvent } = event;
    if (isComposing(nativeEvent)) return;
    if (key === 'Escape') cancel();
    if (key !== 'Enter' || shiftKey || altKey) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <form className={styles.composer} onSubmit={submit} noValidate>
      <InlineError id={`${id}-error`} error={error} />
      <WithMentions>
        <textarea
          ref={field}
          aria-label="New text"
          dir="auto"
          rows={1}
          value={text}
          aria-invalid={error !== null}
          aria-describedby={`${id}-error`}
          onChange={(event) => {
            draft.change({ text: event.target.value });
            setError(null);
          }}
          onKeyDown={press}
        />
      </WithMentions>
      {uploads}
      <div className={styles.foot}>
        <span className={styles.hint}>Enter saves, Escape cancels.</span>
        <PictureButton choose={choose} />
        <button type="button" className="btn btn-outline-secondary btn-sm" onClick={cancel}>
          Cancel
        </button>
        <button type="submit" className="btn btn-primary btn-sm" aria-disabled={busy}>
          Save
        </button>
      </div>
    </form>
  );
}
