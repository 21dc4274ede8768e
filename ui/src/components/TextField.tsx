import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The rules of the input, below it. */
  hint?: ReactNode;
};

/** A single-line input with its label, required unless it says otherwise. */
export function Field({ label, value, onChange, hint, 'aria-describedby': described, ...input }: Props) {
  const id = useId();
  const hintId = `${id}hint`;
  return (
    <div>
      <label htmlFor={id} className="form-label">
        {label}
      </label>
      <input
        required
        {...input}
        id={id}
        className="form-control"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-describedby={hint ? `${hintId} ${described ?? ''}` : described}
      />
      {hint && (
        <div id={hintId} className="form-text">
          {hint}
        </div>
      )}
    </div>
  );
}

/** Toggles the visibility of the passwords beside it. */
export function ShowPasswordCheckbox({
  label = 'Show Password',
  shown,
  onChange,
}: {
  label?: string;
  shown: boolean;
  onChange: (shown: boolean) => void;
}) {
  return (
    <label className="form-check">
      <input
        className="form-check-input"
        type="checkbox"
        checked={shown}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}
