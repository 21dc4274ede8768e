import { type FormEvent, useId, useState } from 'react';
import type { SiteEvent, Webhook, WebhookForm } from '../../api/generated';
import { Field } from '../TextField';
import type { WebhookSettings } from './api';
import { chosenEvents, eventNames, formNames } from './names';

type Props = {
  /** What is chosen at first. */
  webhook?: Webhook;
  action: string;
  busy: boolean;
  setError: (error: string | null) => void;
  /** Saves the settings. Returns whether it succeeded. */
  save: (settings: WebhookSettings) => Promise<boolean>;
};

const atFirst: SiteEvent[] = ['question.created', 'answer.created', 'comment.created'];

const narrow = { maxWidth: '36rem' };

/** The form of a new webhook, or of an existing one. */
export function SettingsForm({ webhook, action, busy, setError, save }: Props) {
  const id = useId();
  const [name, setName] = useState(webhook?.name ?? '');
  const [address, setAddress] = useState(webhook?.address ?? '');
  const [form, setForm] = useState<WebhookForm>(webhook?.form ?? 'standard');
  const [events, setEvents] = useState<SiteEvent[]>(webhook?.events ?? atFirst);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return setError('Please enter a name for the webhook.');
    if (!address.trim()) return setError('Please enter an address.');
    if (events.length === 0) return setError('Please choose at least one event.');
    if ((await save({ name: name.trim(), address: address.trim(), form, events })) && !webhook) {
      setName('');
      setAddress('');
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="vstack gap-3" style={narrow}>
      <Field label="Name" hint="What gets the messages." value={name} onChange={setName} maxLength={50} />
      <div>
        <label htmlFor={id} className="form-label">
          Receiver
        </label>
        <select
          id={id}
          className="form-select w-auto mw-100"
          value={form}
          onChange={({ target }) => setForm(target.value as WebhookForm)}
        >
          {Object.entries(formNames).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <Field
        label="Address"
        type="url"
        hint={form === 'ntfy' ? 'https, with the topic at its end.' : 'https, as the receiver gives it.'}
        value={address}
        onChange={setAddress}
        maxLength={2000}
        autoComplete="off"
      />
      <fieldset>
        <legend className="form-label fs-6">Send a message when</legend>
        {chosenEvents.map((event) => (
          <label key={event} className="form-check">
            <input
              className="form-check-input"
              type="checkbox"
              checked={events.includes(event)}
              onChange={({ target }) =>
                setEvents((chosen) => (target.checked ? [...chosen, event] : chosen.filter((other) => other !== event)))
              }
            />
            {eventNames[event]}
          </label>
        ))}
      </fieldset>
      <div>
        <button type="submit" className="btn btn-primary" aria-disabled={busy}>
          {action}
        </button>
      </div>
    </form>
  );
}
