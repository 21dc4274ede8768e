import { type FormEvent, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { limits } from '../../api/generated';
import { InlineError } from '../../components/InlineError';
import { WithMentions } from '../../components/mentions/WithMentions';
import { OtherDrafts } from '../../components/OtherDrafts';
import { PictureButton } from '../../components/uploads/PictureButton';
import { useUploads } from '../../components/uploads/useUploads';
import { isComposing } from '../../lib/isComposing';
import { plainText } from '../../lib/plainText';
import { useDraft } from '../../lib/useDraft';
import { characters, message } from '../../lib/validation';
import styles from './Conversation.module.css';
import type { Replied } from './outbox';

const nothing = { text: '' };

/** The length from which the counter shows. */
const counterThreshold = limits.message * 0.9;

type Props = {
  /** The key of the room and of its draft. */
  name: string;
  /** The message to which the new one replies. */
  replyTo: Replied | null;
  cancelReply: () => void;
  /** Runs at every change of a text that is not empty. */
  onType: () => void;
  send: (text: string) => void;
};

/** A field for a new message. It receives the focus when a reply begins; Escape makes it no reply. */
export function Composer({ name, replyTo, cancelReply, onType, send }: Props) {
  const draft = useDraft(`message in ${name}`, nothing);
  const { text } = draft.fields;
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { choose, uploads } = useUploads(field);
  const id = useId();
  const length = characters(text);
  const original = replyTo?._id;
  useLayoutEffect(() => {
    if (original) field.current?.focus();
  }, [original]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    field.current?.focus();
    const problem = message(text);
    setError(problem);
    if (problem) return;
    send(text);
    draft.clear();
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, shiftKey, altKey, nativeEvent } = event;
    if (key === 'Escape' && !isComposing(nativeEvent)) cancelReply();
    // Enter also ends a composition of an input method.
    if (key !== 'Enter' || shiftKey || altKey || isComposing(nativeEvent)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <form className={styles.composer} onSubmit={submit} noValidate>
      <InlineError id={`${id}-error`} error={error} />
      {replyTo && (
        <div className={styles.replying}>
          <span>
            Replying to <bdi className={styles.quotedName}>{replyTo.msgFrom}</bdi> <bdi>{plainText(replyTo.msg)}</bdi>
          </span>
          <button
            type="button"
            className="btn btn-link btn-sm"
            onClick={() => {
              cancelReply();
              field.current?.focus();
            }}
          >
            Cancel reply
          </button>
        </div>
      )}
      <WithMentions>
        <textarea
          ref={field}
          aria-label="Message"
          placeholder="Type your message here"
          dir="auto"
          rows={1}
          value={text}
          aria-invalid={error !== null}
          aria-describedby={`${id}-error ${id}-hint`}
          onChange={(event) => {
            draft.change({ text: event.target.value });
            if (event.target.value) onType();
            setError(null);
          }}
          onKeyDown={press}
        />
      </WithMentions>
      {uploads}
      <OtherDrafts draft={draft} />
      <div className={styles.foot}>
        <span id={`${id}-hint`} className={styles.hint}>
          Enter sends, Shift+Enter makes a new line. **bold**, *italic*, `code`, links.
        </span>
        {length > counterThreshold && (
          <span className={styles.counter}>
            {length}/{limits.message}
          </span>
        )}
        <PictureButton choose={choose} />
        <button type="submit" className="btn btn-primary">
          Send
        </button>
      </div>
    </form>
  );
}
