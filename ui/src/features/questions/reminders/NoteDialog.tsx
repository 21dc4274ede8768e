import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { starNoteLimit } from '../../../api/generated';
import * as sentences from '../../../api/sentences';
import dialogStyles from '../../../components/ConfirmDialog.module.css';
import { InlineError } from '../../../components/InlineError';
import { TitleText } from '../../../components/TitleText';
import { useAction } from '../../../lib/useAction';
import { type NoteChange, noteError, setStarNote } from './api';
import { fieldValue, inDays, inOneMonth } from './times';

type Props = {
  qid: string;
  title: string;
  /** The present note; empty if there is none. */
  note: string;
  /** The time of the present reminder, if there is one. */
  remindAt: string | undefined;
  onClose: () => void;
};

/** How the time of a reminder is chosen. */
type Choice = 'none' | 'tomorrow' | 'week' | 'month' | 'time';

/** Edits the private note and the reminder of a starred question while it is rendered. */
export default function NoteDialog({ qid, title, note, remindAt, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [headingId, noteId, choiceId, timeId] = [useId(), useId(), useId(), useId()];
  const { mutate } = useSWRConfig();
  const { busy, error, setError, run } = useAction(noteError);
  const known = remindAt ? fieldValue(new Date(remindAt)) : '';
  const [text, setText] = useState(note);
  const [choice, setChoice] = useState<Choice>(remindAt ? 'time' : 'none');
  const [time, setTime] = useState(known || fieldValue(inDays(1)));
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const save = async (change: NoteChange) => {
    if (await run(() => setStarNote(mutate, qid, change))) dialog.current?.close();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if ([...text.trim()].length > starNoteLimit) return setError(sentences.starNoteTooLong);
    const isSame = choice === (remindAt ? 'time' : 'none') && (choice === 'none' || time === known);
    if (isSame) return void save({ note: text });
    const chosen = timeOf(choice, time);
    if (chosen && !(chosen.getTime() > Date.now())) return setError(sentences.reminderTime);
    void save({ note: text, remindAt: chosen?.toISOString() ?? 'none' });
  };
  return (
    // A click outside does not close it: typed text would be lost.
    <dialog
      ref={dialog}
      className={dialogStyles.dialog}
      aria-labelledby={headingId}
      closedby="closerequest"
      onClose={onClose}
    >
      <h2 id={headingId}>Note and reminder</h2>
      <p className="muted">
        <bdi>
          <TitleText parts={[title]} />
        </bdi>
      </p>
      <form onSubmit={submit} noValidate>
        <label htmlFor={noteId} className="form-label">
          Private note
        </label>
        <textarea
          id={noteId}
          className="form-control mb-3"
          dir="auto"
          rows={4}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <label htmlFor={choiceId} className="form-label">
          Remind me
        </label>
        <select
          id={choiceId}
          className="form-select mb-3"
          value={choice}
          onChange={(event) => setChoice(event.target.value as Choice)}
        >
          <option value="none">Never</option>
          <option value="tomorrow">Tomorrow</option>
          <option value="week">In a week</option>
          <option value="month">In a month</option>
          <option value="time">At a date and time</option>
        </select>
        {choice === 'time' && (
          <>
            <label htmlFor={timeId} className="form-label">
              Date and time
            </label>
            <input
              id={timeId}
              type="datetime-local"
              className="form-control mb-3"
              value={time}
              onChange={(event) => setTime(event.target.value)}
            />
          </>
        )}
        <p className="small muted mb-0">
          Only you see them. If you remove the star, they are hidden until you star the question again.
        </p>
        <InlineError error={error} />
        <div className={dialogStyles.actions}>
          <button type="submit" className="btn btn-primary" aria-disabled={busy}>
            Save
          </button>
          <button type="button" className="btn btn-outline-secondary" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          {(note || remindAt) && (
            <button
              type="button"
              className="btn btn-outline-danger ms-auto"
              aria-disabled={busy}
              onClick={() => save({ note: '', remindAt: 'none' })}
            >
              Remove both
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}

/** Returns the time of a choice, which is invalid if the field is empty; null without a reminder. */
function timeOf(choice: Choice, field: string): Date | null {
  if (choice === 'none') return null;
  if (choice === 'tomorrow') return inDays(1);
  if (choice === 'week') return inDays(7);
  return choice === 'month' ? inOneMonth() : new Date(field);
}
