import { type FormEvent, useId, useState } from 'react';
import { base } from '../../api/base';
import { post } from '../../api/client';
import { Field } from '../../components/TextField';
import { useAction } from '../../lib/useAction';
import styles from './AuthPage.module.css';
import { CardPage } from './CardPage';

/** Sends a link to choose another password. It does not tell whether there is such an account. */
export default function ForgotPasswordPage() {
  const [address, setAddress] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { busy, error, run } = useAction('The mail could not be sent');
  const errorId = useId();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSentTo(null);
    const given = address.trim();
    if (await run(() => post('/user/forgotPassword', { address: given }))) setSentTo(given);
  };
  return (
    <CardPage title="Forgot your password?">
      <form onSubmit={submit} noValidate className={styles.form} aria-describedby={errorId}>
        <p className="muted mb-0">We send you a link with which you choose another one.</p>
        <Field
          label="E-mail address of your account"
          type="email"
          name="email"
          autoComplete="email"
          value={address}
          onChange={setAddress}
        />
        <p id={errorId} role="alert" className="error-line">
          {error && (error.detail ?? error.text)}
        </p>
        <p role="status" className="success-line">
          {sentTo !== null &&
            `If an account has the address ${sentTo}, a mail with a link is on its way. The link is valid for an hour.`}
        </p>
        <button type="submit" className="btn btn-primary" aria-disabled={busy}>
          Send the Link
        </button>
      </form>
      <p className="mb-0">
        <a href={`${base}/`}>Back to the login</a>
      </p>
      <p className="small muted mb-0">Without an address that you have confirmed, ask an administrator for a link.</p>
    </CardPage>
  );
}
