import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import useSWR from 'swr';
import type { MailSettings } from '../../api/generated';
import { ErrorMessage } from '../../components/ErrorMessage';
import { InlineError } from '../../components/InlineError';
import { Skeleton } from '../../components/Skeleton';
import { Field } from '../../components/TextField';
import { fetchKey } from '../../lib/cacheKeys';
import { routes } from '../../lib/routes';
import { useAction } from '../../lib/useAction';
import { removeMailAddress, setMailAddress } from './api';
import { mailSettingsKey } from './keys';
import styles from './Profile.module.css';

/** Shows the viewer's e-mail address, which only they see, and leads to what they are told by mail. */
export function Mail() {
  const { data, error, mutate } = useSWR<MailSettings, unknown>(mailSettingsKey, fetchKey, { revalidateOnFocus: true });
  const [status, setStatus] = useState('');
  const { busy, error: failure, run } = useAction('Error while changing the mail settings');
  const change = async (call: () => Promise<MailSettings>, done: string) => {
    setStatus('');
    if (await run(() => mutate(call(), { revalidate: false }))) setStatus(done);
  };
  return (
    <section aria-labelledby="mail" tabIndex={-1}>
      <h2 id="mail">E-mail</h2>
      <p className="muted">No other user sees your address. With one, you can choose another password by mail.</p>
      <p>
        <Link to={routes.settings.to('notifications')}>Choose what you are told</Link>, at once or in a digest.
      </p>
      {!data && (error ? <ErrorMessage error={error} retry={() => void mutate()} /> : <Skeleton rows={1} />)}
      {data && <Address settings={data} busy={busy} change={change} />}
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

function Address({ settings: { address, pending, isRefused }, busy, change }: AddressProps) {
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
      {isRefused && address !== undefined && (
        <p>
          Mails to this address are refused: you get only those about your account.{' '}
          <button
            type="button"
            className="btn btn-sm btn-outline-secondary"
            aria-disabled={busy}
            onClick={() =>
              void change(() => setMailAddress(address), `A mail with a link is on its way to ${address}.`)
            }
          >
            Confirm it again
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
