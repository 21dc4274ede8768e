import { type FormEvent, useId, useState } from 'react';
import { settingBounds } from '../../api/generated';
import { InlineError } from '../../components/InlineError';
import styles from './Administration.module.css';
import { type SettingProps, useSave } from './useSave';

/** Changes a setting that is a number, when Enter is pressed or the field is left. */
export function NumberSetting({ hint, ...props }: SettingProps & { hint: string }) {
  const saved = `${props.setting.value}`;
  const [text, setText] = useState(saved);
  const { error, setError, store, isFixed, name } = useSave(props);
  const id = useId();
  const [least, most] = settingBounds[props.setting.key as keyof typeof settingBounds];
  const commit = () => {
    if (text === saved) return;
    const number = Number(text);
    if (text.trim() && Number.isInteger(number) && number >= least && number <= most) void store(number);
    else setError(`Please enter a whole number from ${least} to ${most}`);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    commit();
  };
  return (
    <form aria-label={name} onSubmit={submit} noValidate>
      <label htmlFor={id} className="form-label">
        {name}
      </label>
      <div className={`${styles.bar} mb-1`}>
        <input
          id={id}
          className="form-control"
          inputMode="numeric"
          autoComplete="off"
          aria-describedby={`${id}-hint`}
          value={text}
          readOnly={isFixed}
          onChange={(event) => {
            setText(event.target.value);
            setError(null);
          }}
          onBlur={commit}
        />
      </div>
      <p id={`${id}-hint`} className="form-text">
        {hint}
      </p>
      <InlineError error={error} />
    </form>
  );
}
