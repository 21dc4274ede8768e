import { type Preference, usePreference } from '../../lib/preference';

type Props<Value extends string> = {
  label: string;
  preference: Preference<Value>;
  values: readonly Value[];
  disabled?: boolean;
};

const title = (value: string) => value.slice(0, 1).toUpperCase() + value.slice(1);

/** Selects one of a few values, which applies immediately. */
export function Choice<Value extends string>({ label, preference, values, disabled = false }: Props<Value>) {
  const chosen = usePreference(preference);
  return (
    <label className="d-flex align-items-center gap-2">
      {label}
      <select
        className="form-select form-select-sm w-auto"
        value={chosen}
        disabled={disabled}
        onChange={(event) => preference.set(event.target.value as Value)}
      >
        {values.map((value) => (
          <option key={value} value={value}>
            {title(value)}
          </option>
        ))}
      </select>
    </label>
  );
}
