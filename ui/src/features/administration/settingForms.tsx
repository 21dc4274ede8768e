import { type FormEvent, useId, useState } from 'react';
import { settingLimits } from '../../api/generated';
import { InlineError } from '../../components/InlineError';
import { MarkdownEditor } from '../../components/MarkdownEditor';
import { themes } from '../../lib/themes';
import { characters } from '../../lib/validation';
import styles from './Administration.module.css';
import { type SettingProps, useSave } from './useSave';

/** Changes the name of the site, when Enter is pressed or the field is left. */
export function TitleForm(props: SettingProps) {
  const saved = `${props.setting.value}`;
  const [title, setTitle] = useState(saved);
  const { error, store, isFixed, name } = useSave(props);
  const id = useId();
  const commit = () => title !== saved && void store(title);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    commit();
  };
  return (
    <form aria-label={name} onSubmit={submit}>
      <label htmlFor={id} className="form-label">
        {name}
      </label>
      <div className={styles.bar}>
        <input
          id={id}
          className="form-control"
          dir="auto"
          autoComplete="off"
          maxLength={settingLimits.title}
          value={title}
          readOnly={isFixed}
          onChange={(event) => setTitle(event.target.value)}
          onBlur={commit}
        />
      </div>
      <InlineError error={error} />
    </form>
  );
}

const signupModes = {
  open: 'Open: everybody can sign up',
  approval: 'With approval: everybody can sign up, and a moderator lets each account in',
  invite: 'By invitation: people with an invitation link can sign up',
  closed: 'Closed: nobody can sign up',
};

/** Changes who may sign up. */
export function SignupSelect(props: SettingProps) {
  const { busy, error, store, isFixed, name } = useSave(props);
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="form-label">
        {name}
      </label>
      <select
        id={id}
        className="form-select w-auto mw-100"
        value={`${props.setting.value}`}
        disabled={isFixed}
        aria-disabled={busy}
        onChange={(event) => void store(event.target.value)}
      >
        {Object.entries(signupModes).map(([mode, text]) => (
          <option key={mode} value={mode}>
            {text}
          </option>
        ))}
      </select>
      <InlineError error={error} />
    </>
  );
}

const heldPosts = { '0': 'None', '1': 'The first', '3': 'The first three' };

/** Changes how many posts of a new member wait for approval. */
export function HoldFirstSelect(props: SettingProps) {
  const { busy, error, store, isFixed, name } = useSave(props);
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="form-label">
        {name}
      </label>
      <select
        id={id}
        className="form-select w-auto mw-100"
        value={`${props.setting.value}`}
        disabled={isFixed}
        aria-disabled={busy}
        aria-describedby={`${id}-hint`}
        onChange={(event) => void store(event.target.value)}
      >
        {Object.entries(heldPosts).map(([count, text]) => (
          <option key={count} value={count}>
            {text}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className="form-text mb-0">
        Questions, answers and comments of a new member that others see when a moderator approves them.
      </p>
      <InlineError error={error} />
    </>
  );
}

/** Changes the theme of members and visitors who have chosen none. */
export const ThemeSetting = (props: SettingProps) => <WordSetting {...props} words={themes} />;

/** Chooses how high the rows of question lists are for members who have not chosen. */
export const DensitySetting = (props: SettingProps) => <WordSetting {...props} words={['comfortable', 'compact']} />;

function WordSetting({ words, ...props }: SettingProps & { words: readonly string[] }) {
  const { busy, error, store, isFixed, name } = useSave(props);
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="form-label">
        {name}
      </label>
      <select
        id={id}
        className="form-select w-auto mw-100"
        value={`${props.setting.value}`}
        disabled={isFixed}
        aria-disabled={busy}
        onChange={(event) => void store(event.target.value)}
      >
        {words.map((word) => (
          <option key={word} value={word}>
            {word.replace(/^./, (letter) => letter.toUpperCase())}
          </option>
        ))}
      </select>
      <InlineError error={error} />
    </>
  );
}

/** Changes the color of links, selections and buttons in the themes light and dark, when the choice ends. */
export function ColorSetting({ hint, ...props }: SettingProps & { hint: string }) {
  const saved = `${props.setting.value ?? ''}`;
  const { busy, error, store, name } = useSave(props);
  const [color, setColor] = useState(saved || '#2459d6');
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="form-label">
        {name}
      </label>
      <div className="d-flex align-items-center gap-2">
        <input
          id={id}
          type="color"
          className="form-control form-control-color"
          value={color}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setColor(event.target.value)}
          onBlur={() => color !== (saved || '#2459d6') && void store(color)}
        />
        {saved && (
          <button
            type="button"
            className="btn btn-sm btn-outline-secondary"
            aria-disabled={busy}
            onClick={() => void store('')}
          >
            Use the color of the theme
          </button>
        )}
      </div>
      <p id={`${id}-hint`} className="form-text mb-0">
        {hint}
      </p>
      <InlineError error={error} />
    </>
  );
}

/** Turns a feature on and off. */
export function Switch({ hint, ...props }: SettingProps & { hint: string }) {
  const { error, store, isFixed, name } = useSave(props);
  const id = useId();
  return (
    <>
      <label className="form-check">
        <input
          className="form-check-input"
          type="checkbox"
          checked={props.setting.value === true}
          disabled={isFixed}
          aria-describedby={id}
          onChange={(event) => void store(event.target.checked)}
        />
        {name}
      </label>
      <p id={id} className="form-text mb-0">
        {hint}
      </p>
      <InlineError error={error} />
    </>
  );
}

/** Changes a Markdown text. */
export function TextSetting({ hint, ...props }: SettingProps & { hint: string }) {
  const saved = `${props.setting.value ?? ''}`;
  /** The text that is being edited. */
  const [text, setText] = useState<string | null>(null);
  /** The setting when editing began: another administrator may change it meanwhile. */
  const [seen, setSeen] = useState(props.setting);
  const { busy, error, setError, store, name } = useSave({ ...props, setting: text === null ? props.setting : seen });
  const problemId = useId();
  const limit = props.setting.key === 'welcome' ? settingLimits.welcome : settingLimits.page;
  if (text === null)
    return (
      <div className="d-flex align-items-center justify-content-between gap-2">
        <div>
          {name}
          <p className="small muted mb-0">{saved ? `${characters(saved)} characters` : 'No text'}</p>
        </div>
        <button
          type="button"
          className="btn btn-sm btn-outline-secondary"
          aria-label={`Edit: ${name}`}
          onClick={() => {
            setSeen(props.setting);
            setText(saved);
          }}
        >
          Edit
        </button>
      </div>
    );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isTooLong = characters(text.trim()) > limit;
    // The server knows which links these texts may have.
    if (isTooLong) setError(`This text cannot be more than ${limit} characters`);
    else if (await store(text)) setText(null);
  };
  return (
    <form aria-label={name} onSubmit={submit} noValidate>
      <MarkdownEditor
        name={props.setting.key}
        label={name}
        hint={`${hint} At most ${limit} characters. An empty text removes it.`}
        value={text}
        onChange={(text) => {
          setText(text);
          setError(null);
        }}
        readOnly={busy}
        problem={error}
        problemId={problemId}
        hasMail
      />
      <InlineError id={problemId} error={error} />
      <div className="d-flex gap-2 mt-2">
        <button type="submit" className="btn btn-primary btn-sm" aria-disabled={busy}>
          Save
        </button>
        <button type="button" className="btn btn-outline-secondary btn-sm" onClick={() => setText(null)}>
          Cancel
        </button>
      </div>
    </form>
  );
}
