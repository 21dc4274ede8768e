import { type FormEvent, useState } from 'react';
import type { DeliveryPreferences } from '../../api/generated';
import type { DeliveryTimes } from './api';
import styles from './DeliverySettings.module.css';

const defaultFrom = 22 * 60;
const defaultTo = 7 * 60;

const clock = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Returns the minutes after midnight; NaN for what is no time of day. */
const minutesOf = (text: string) => {
  const [hours = Number.NaN, minutes = Number.NaN] = text.split(':').map(Number);
  return hours * 60 + minutes;
};

type Props = {
  preferences: DeliveryPreferences;
  busy: boolean;
  /** The time zone of this browser. */
  zone: string;
  save: (times: DeliveryTimes) => void;
};

/** Chooses the hours in which nothing is sent that the viewer has chosen. */
export function QuietHours({ preferences: { quietFrom, quietTo, timeZone }, busy, zone, save }: Props) {
  const [from, setFrom] = useState(clock(quietFrom ?? defaultFrom));
  const [to, setTo] = useState(clock(quietTo ?? defaultTo));
  const isOn = quietFrom !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [begin, end] = [minutesOf(from), minutesOf(to)];
    if (!Number.isNaN(begin + end)) save({ timeZone: zone, quietFrom: begin, quietTo: end });
  };
  return (
    <form onSubmit={submit}>
      <p className={styles.note}>What you have chosen waits until they end. Mails about your account do not wait.</p>
      <div className="d-flex flex-wrap align-items-end gap-3">
        <label>
          From
          <input
            type="time"
            className="form-control"
            required
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
        </label>
        <label>
          To
          <input
            type="time"
            className="form-control"
            required
            value={to}
            onChange={(event) => setTo(event.target.value)}
          />
        </label>
        <button type="submit" className="btn btn-primary" aria-disabled={busy}>
          {isOn ? 'Change' : 'Turn On'}
        </button>
        {isOn && (
          <button
            type="button"
            className="btn btn-outline-secondary"
            aria-disabled={busy}
            onClick={() => save({ timeZone: zone })}
          >
            Turn Off
          </button>
        )}
      </div>
      <p className={styles.note}>
        {isOn ? `On, from ${clock(quietFrom)} to ${clock(quietTo ?? 0)}, ${timeZone} time.` : 'Off.'}
        {zone !== timeZone && ` A change uses the time zone of this browser, ${zone}.`}
      </p>
    </form>
  );
}
