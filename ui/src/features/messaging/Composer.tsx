import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { limits } from '../../api/generated';
import { InlineError } from '../../components/InlineError';
import { isComposing } from '../../lib/isComposing';
import { useDraft } from '../../lib/useDraft';
import { characters, message } from '../../lib/validation';
import styles from './Conversation.module.css';

const nothing = { text: '' };

/** The length from which the counter shows. */
const counterThreshold = limits.message * 0.9;

/** A field for a new message. Its draft is stored by the `name` of the room. */
export function Composer({ name, send }: { name: string; send: (text: string) => void }) {
  const draft = useDraft(`message in ${name}`, nothing);
  const { text } = draft.fields;
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const length = characters(text);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    field.current?.focus();
    const problem = message(text);
    setError(problem);
    if (problem) return;
    send(text);
    draft.discard();
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, shiftKey, altKey, nativeEvent } = event;
    // Enter also ends a composition of an input method.
    if (key !== 'Enter' || shiftKey || altKey || isComposing(nativeEvent)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <form onSubmit={submit} noValidate>
      <InlineError id={`${id}-error`} error={error} />
      <div className={styles.row}>
        <textarea
          ref={field}
          className="form-control"
          aria-label="Message"
          placeholder="Type your message here"
          dir="auto"
          rows={2}
          value={text}
          aria-invalid={error !== null}
          aria-describedby={`${id}-error ${id}-hint`}
          onChange={(event) => {
            draft.change({ text: event.target.value });
            setError(null);
          }}
          onKeyDown={press}
        />
        <button type="submit" className="btn btn-primary">
          Send
        </button>
      </div>
      <div id={`${id}-hint`} className={`form-text ${styles.hint}`}>
        <span>Enter sends, Shift+Enter makes a new line. **bold**, *italic*, `code`, links.</span>
        {length > counterThreshold && (
          <span>
            {length}/{limits.message}
          </span>
        )}
      </div>
    </form>
  );
}
