import { useId } from 'react';

const lifetimes = { 1: '1 day', 7: '7 days', 30: '30 days' } as const;

/** Chooses how long an invitation is valid, in days. */
export function Lifetime({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="form-label">
        Valid for
      </label>
      <select
        id={id}
        className="form-select w-auto"
        value={days}
        onChange={(event) => onChange(Number(event.target.value))}
      >
        {Object.entries(lifetimes).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
