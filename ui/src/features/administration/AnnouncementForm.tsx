import { type FormEvent, useId, useState } from 'react';
import { type Announcement, type AnnouncementKind, settingLimits } from '../../api/generated';
import { InlineError } from '../../components/InlineError';
import { isComposing } from '../../lib/isComposing';
import styles from './Administration.module.css';
import { type SettingProps, useSave } from './useSave';

/** Returns a time as a local one, as the input of a time has it. */
function local(time: string | undefined): string {
  if (!time) return '';
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Shows a text above every page of all members, or removes it. */
export function AnnouncementForm(props: SettingProps) {
  const current = (props.setting.value ?? undefined) as Announcement | undefined;
  const [text, setText] = useState(current?.text ?? '');
  const [kind, setKind] = useState<AnnouncementKind>(current?.kind ?? 'info');
  const [end, setEnd] = useState(local(current?.endsAt));
  const { busy, error, store } = useSave(props);
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void store({ text, kind, ...(end && { endsAt: new Date(end).toISOString() }) });
  };
  return (
    <form aria-label="Announcement" className={styles.invite} onSubmit={submit} noValidate>
      <div>
        <label htmlFor={`${id}-text`} className="form-label">
          Text
        </label>
        <textarea
          id={`${id}-text`}
          className={`form-control ${styles.growing}`}
          rows={1}
          dir="auto"
          maxLength={settingLimits.announcement}
          value={text}
          aria-describedby={`${id}-hint`}
          // It is one line, however many rows it takes here.
          onChange={(event) => setText(event.target.value.replace(/\s*\n\s*/g, ' '))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
      </div>
      <div>
        <label htmlFor={`${id}-kind`} className="form-label">
          Kind
        </label>
        <select
          id={`${id}-kind`}
          className="form-select w-auto"
          value={kind}
          onChange={(event) => setKind(event.target.value as AnnouncementKind)}
        >
          <option value="info">Information</option>
          <option value="warning">Warning</option>
        </select>
      </div>
      <div>
        <label htmlFor={`${id}-end`} className="form-label">
          Until (optional)
        </label>
        <input
          id={`${id}-end`}
          type="datetime-local"
          className="form-control"
          value={end}
          onChange={(event) => setEnd(event.target.value)}
        />
      </div>
      <button type="submit" className="btn btn-primary" aria-disabled={busy}>
        Announce
      </button>
      {current && (
        <button type="button" className="btn btn-outline-secondary" aria-disabled={busy} onClick={() => store(null)}>
          Remove
        </button>
      )}
      <p id={`${id}-hint`} className="form-text m-0">
        One line without formatting, above every page, until its reader dismisses it. Do not announce secrets: visitors
        can find it too.
      </p>
      <InlineError error={error} />
    </form>
  );
}
