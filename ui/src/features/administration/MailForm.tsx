import { type FormEvent, useId, useState } from 'react';
import type { Setting, SiteMail } from '../../api/generated';
import { InlineError } from '../../components/InlineError';
import { Field } from '../../components/TextField';
import { announce } from '../../lib/announce';
import { useAction } from '../../lib/useAction';
import styles from './Administration.module.css';
import { setMail } from './api';

type Props = {
  /** The server when editing began. */
  server: SiteMail | null;
  onSaved: (settings: Setting[]) => Promise<unknown>;
  onCancel: () => void;
};

const encryptions = {
  implicit: 'From the first byte (usual port 465)',
  starttls: 'STARTTLS (usual port 587)',
};

/** Changes the mail server. The password is written, and never shown. */
export function MailForm({ server, onSaved, onCancel }: Props) {
  const [host, setHost] = useState(server?.host ?? '');
  const [port, setPort] = useState(server?.port ? `${server.port}` : '');
  const [tls, setTls] = useState(server?.tls === 'starttls' ? 'starttls' : 'implicit');
  const [from, setFrom] = useState(server?.from ?? '');
  const [username, setUsername] = useState(server?.username ?? '');
  const [password, setPassword] = useState('');
  const { busy, error, setError, run } = useAction('Error while saving the mail server');
  const id = useId();
  const keepsPassword = server?.hasPassword && host.trim() === server.host && username.trim() === server.username;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const number = Number(port);
    if (!Number.isInteger(number) || number < 0 || number > 65_535)
      return setError('Please enter a port from 1 to 65535, or none for the usual one');
    const value = { host, port: number, tls, from, username, hasPassword: false };
    if (await run(async () => onSaved(await setMail(server, value, password)))) announce('Saved: Mail server');
  };
  return (
    <form aria-label="Mail server" onSubmit={submit} noValidate className={styles.mail}>
      <Field label="Mail server" name="host" placeholder="smtp.example.org" value={host} onChange={setHost} />
      <Field
        label="Port (empty: the usual one)"
        name="port"
        inputMode="numeric"
        autoComplete="off"
        value={port}
        onChange={setPort}
      />
      <div>
        <label htmlFor={`${id}-tls`} className="form-label">
          Encryption
        </label>
        <select
          id={`${id}-tls`}
          className="form-select"
          value={tls}
          onChange={(event) => setTls(event.target.value as keyof typeof encryptions)}
        >
          {Object.entries(encryptions).map(([word, text]) => (
            <option key={word} value={word}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <Field label="Sender" name="from" placeholder="Stoa <stoa@example.org>" value={from} onChange={setFrom} />
      <Field
        label="Username (if the server asks for one)"
        name="login"
        autoComplete="off"
        value={username}
        onChange={setUsername}
      />
      <Field
        label={keepsPassword ? 'Password (empty: the present one stays)' : 'Password'}
        type="password"
        name="secret"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
      />
      <p className="form-text m-0">
        The password is stored on the server and never shown. It goes to this server and username only: for another one,
        enter it again. A mail server on the server’s own machine or in its network can only be set in the configuration
        of the server.
      </p>
      <InlineError error={error} />
      <div className="d-flex gap-2">
        <button type="submit" className="btn btn-primary btn-sm" aria-disabled={busy}>
          Save
        </button>
        <button type="button" className="btn btn-outline-secondary btn-sm" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
