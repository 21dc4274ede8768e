import { type FormEvent, useState } from 'react';
import useSWR from 'swr';
import type { DeliveryKind, MailSettings } from '../../api/generated';
import { ErrorMessage } from '../../components/ErrorMessage';
import { InlineError } from '../../components/InlineError';
import { Skeleton } from '../../components/Skeleton';
import { Field } from '../../components/TextField';
import { fetchKey } from '../../lib/cacheKeys';
import { useAction } from '../../lib/useAction';
import { chooseDelivery, removeMailAddress, setMailAddress } from './api';
import { mailSettingsKey } from './keys';
import styles from './Profile.module.css';

const kinds: [DeliveryKind, string][] = [
  ['answer', 'An answer to a question of yours'],
  ['comment', 'A comment on a post of yours'],
];

/** Shows the viewer's e-mail address, which only they see, and what they are told by mail. */
export function Mail() {
  const { data, error, mutate } = useSWR<MailSettings, unknown>(mailSettingsKey, fetchKey, { revalidateOnFocus: true });
  const [status, setStatus] = useState('');
  const { busy, error: failure, run } = useAction('Error while changing the mail settings');
  const change = async (call: () => Promise<MailSettings>, done: string, expected?: MailSettings) => {
    setStatus('');
    const options = { revalidate: false, ...(expected && { optimisticData: expected }) };
    if (await run(() => mutate(call(), options))) setStatus(done);
  };
  const choose = (settings: MailSettings, kind: DeliveryKind, wanted: boolean) => {
    const others = settings.kinds.filter((other) => other !== kind);
    const expected = { ...settings, kinds: wanted ? [...others, kind] : others };
    return change(() => chooseDelivery(kind, wanted), 'Saved.', expected);
  };
  return (
    <section aria-labelledby="mail" tabIndex={-1}>
      <h2 id="mail">E-mail</h2>
      <p className="muted">No other user sees your address. With one, you can choose another password by mail.</p>
      {!data && (error ? <ErrorMessage error={error} retry={() => void mutate()} /> : <Skeleton rows={1} />)}
      {data && (
        <>
          <Address settings={data} busy={busy} change={change} />
          {data.address !== undefined && (
            <fieldset className="mt-3">
              <legend className="form-label fs-6">Tell me at once by mail</legend>
              {kinds.map(([kind, label]) => (
                <label key={kind} className="form-check">
                  <input
                    className="form-check-input"
                    type="checkbox"
                    checked={data.kinds.includes(kind)}
                    aria-disabled={busy}
                    onChange={(event) => void choose(data, kind, event.target.checked)}
                  />
                  {label}
                </label>
              ))}
              <label className="form-check">
                <input className="form-check-input" type="checkbox" checked disabled />A change to your password, your
                address or your sign-in
              </label>
            </fieldset>
          )}
        </>
      )}
      <InlineError error={failure} />
      <p role="status" className="success-line">
        {status}
      </p>
    </section>
  );
}

type AddressProps = {
  settings: MailSettings;
  busy: boolean;
  change: (call: () => Promise<MailSettings>, done: string) => Promise<void>;
};

function Address({ settings: { address, pending }, busy, change }: AddressProps) {
  const [text, setText] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const next = text.trim();
    await change(() => setMailAddress(next), `A mail with a link is on its way to ${next}.`);
    setText('');
  };
  return (
    <>
      {address !== undefined && (
        <p>
          <bdi>{address}</bdi>{' '}
          <button
            type="button"
            className="btn btn-sm btn-outline-secondary"
            aria-disabled={busy}
            onClick={() => void change(removeMailAddress, 'Your address is removed.')}
          >
            Remove
          </button>
        </p>
      )}
      {pending !== undefined && (
        <p>
          <bdi>{pending}</bdi> is not confirmed yet: use the link in the mail within an hour.{' '}
          <button
            type="button"
            className="btn btn-sm btn-outline-secondary"
            aria-disabled={busy}
            onClick={() => void change(() => setMailAddress(pending), `Another mail is on its way to ${pending}.`)}
          >
            Send it again
          </button>
        </p>
      )}
      <form onSubmit={submit} noValidate className={styles.form}>
        <Field
          label={address === undefined ? 'E-mail address' : 'Another e-mail address'}
          type="email"
          name="email"
          autoComplete="email"
          value={text}
          onChange={setText}
        />
        <div>
          <button type="submit" className="btn btn-primary" aria-disabled={busy}>
            Send the Link
          </button>
        </div>
      </form>
    </>
  );
}
