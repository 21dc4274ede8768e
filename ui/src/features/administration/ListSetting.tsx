import { type FormEvent, useId, useState } from 'react';
import { settingLimits } from '../../api/generated';
import { InlineError } from '../../components/InlineError';
import { pluralize } from '../../lib/pluralize';
import { characters } from '../../lib/validation';
import { type SettingProps, useSave } from './useSave';

/** Returns the number of entries of a list: its lines but empty ones and notes. */
function countEntries(list: string): number {
  return list.split('\n').filter((line) => line.trim() && !line.trim().startsWith('#')).length;
}

/** Changes a list with one entry a line. */
export function ListSetting({ hint, ...props }: SettingProps & { hint: string }) {
  const saved = `${props.setting.value ?? ''}`;
  /** The list that is being edited, and the setting when editing began: another administrator may change it. */
  const [edited, setEdited] = useState<{ text: string; seen: SettingProps['setting'] } | null>(null);
  const { busy, error, setError, store, name } = useSave({ ...props, setting: edited?.seen ?? props.setting });
  const id = useId();
  if (!edited)
    return (
      <div className="d-flex align-items-center justify-content-between gap-2">
        <div>
          {name}
          <p className="small muted mb-0">
            {saved ? pluralize(countEntries(saved), 'entry', 'entries') : 'No entries'}
          </p>
        </div>
        <button
          type="button"
          className="btn btn-sm btn-outline-secondary"
          aria-label={`Edit: ${name}`}
          onClick={() => setEdited({ text: saved, seen: props.setting })}
        >
          Edit
        </button>
      </div>
    );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (characters(edited.text.trim()) > settingLimits.blockedList)
      setError(`This text cannot be more than ${settingLimits.blockedList} characters`);
    else if (await store(edited.text)) setEdited(null);
  };
  return (
    <form aria-label={name} onSubmit={submit} noValidate>
      <label htmlFor={id} className="form-label">
        {name}
      </label>
      <textarea
        id={id}
        className="form-control"
        dir="auto"
        rows={8}
        spellCheck={false}
        aria-describedby={`${id}-hint`}
        value={edited.text}
        readOnly={busy}
        onChange={(event) => {
          setEdited({ ...edited, text: event.target.value });
          setError(null);
        }}
      />
      <p id={`${id}-hint`} className="form-text">
        {hint} One entry a line, at most {settingLimits.blocked}. A line that begins with # is a note.
      </p>
      <InlineError error={error} />
      <div className="d-flex gap-2 mt-2">
        <button type="submit" className="btn btn-primary btn-sm" aria-disabled={busy}>
          Save
        </button>
        <button type="button" className="btn btn-outline-secondary btn-sm" onClick={() => setEdited(null)}>
          Cancel
        </button>
      </div>
    </form>
  );
}
